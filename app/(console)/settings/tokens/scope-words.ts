import type { GrantableScope } from '@/lib/contract/token';

export const scopeWords: Record<GrantableScope, string> = {
  'contacts:read': 'List, search and read contacts',
  'contacts:write': 'Create, update, delete and restore contacts',
  'contacts:purge': 'Delete contacts forever',
  'segments:read': 'List segments',
  'segments:write': 'Create, rename, recolor and delete segments',
  'referral-codes:read': 'List referral codes',
  'referral-codes:write': 'Create and change referral codes',
  'activity:read': 'Read activity',
  'tokens:manage': 'Create and revoke API tokens',
};

export const offeredScopes = Object.keys(scopeWords) as GrantableScope[];
