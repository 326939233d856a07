export const roles = ['admin', 'editor', 'viewer'] as const;
/** A person's role in an organization; `lib/staff/roles.ts` lists the permissions of each. */
export type Role = (typeof roles)[number];
