import type { Role } from '@/lib/contract/role';

/** Permissions, checked by guards on the server and by buttons. */
export const permissions = [
  'profile:manage',
  'contacts:read',
  'contacts:write',
  'contacts:delete',
  'contacts:purge',
  'contacts:unmark',
  'segments:read',
  'segments:write',
  'referral-codes:write',
  'fields:manage',
  'views:share',
  'activity:read',
  'tokens:manage',
  'webhooks:manage',
  'staff:manage',
  'sample-data:load',
] as const;
export type Permission = (typeof permissions)[number];

const viewer: Permission[] = ['profile:manage', 'contacts:read', 'segments:read', 'activity:read'];
const editor: Permission[] = [
  ...viewer,
  'contacts:write',
  'contacts:delete',
  'segments:write',
  'referral-codes:write',
  'views:share',
];

const granted: Record<Role, ReadonlySet<Permission>> = {
  viewer: new Set(viewer),
  editor: new Set(editor),
  admin: new Set(permissions),
};

export function may(role: Role, permission: Permission): boolean {
  return granted[role].has(permission);
}

/** Whether a person must set up two-factor sign-in, in their profile, before using this permission. */
export function lacksTwoFactor(
  staff: { twoFactorRequired: boolean; hasTwoFactor: boolean; identityProvider: string | null },
  permission: Permission,
): boolean {
  const { twoFactorRequired, hasTwoFactor, identityProvider } = staff;
  return twoFactorRequired && !hasTwoFactor && !identityProvider && permission !== 'profile:manage';
}
