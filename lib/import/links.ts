const IN_BRACKETS = / ?\(([^()\s]{1,2000})\)/g;
const LINK = /^https?:\/\/|\.(?:md|html|csv)(?:\?|$)/i;

/**
 * Removes links in parentheses, as Notion writes them after names: `Acme (https://www.notion.so/…)` or
 * `Acme (../Companies/Acme.md)`.
 */
export const withoutLinks = (text: string): string =>
  text.includes('(')
    ? text.replace(IN_BRACKETS, (whole, inside: string) => (LINK.test(inside) ? '' : whole))
    : text;
