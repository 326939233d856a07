import type { Scope } from '@/lib/contract/token';

/** What each scope lets a program do. `staff:act` is the console's own and is not offered. */
export const scopeWords: Record<Exclude<Scope, 'staff:act'>, string> = {
  'contacts:read': 'List, search and read contacts',
  'contacts:write': 'Create, update, delete and restore contacts',
  'segments:read': 'List segments',
  'segments:write': 'Create, rename, recolor and delete segments',
  'referral-codes:read': 'List referral codes',
  'referral-codes:write': 'Create and change referral codes',
  'activity:read': 'Read who changed what',
  'tokens:manage': 'Create and revoke API tokens',
};

export const offeredScopes = Object.keys(scopeWords) as (keyof typeof scopeWords)[];
