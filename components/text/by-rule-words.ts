/** Why nobody can be added to a segment. */
export const byRuleWords = (title: string): string => `People join ${title} by its rule.`;
