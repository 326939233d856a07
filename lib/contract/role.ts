export const roles = ['admin', 'editor', 'viewer'] as const;
/** What a person may do in an organization; `lib/staff/roles.ts` says which permissions it has. */
export type Role = (typeof roles)[number];
