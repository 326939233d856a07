import type { ApiToken } from '@/lib/contract/token';

/** The tokens that a person made and that have not expired. */
export const activeTokensOf = (personId: string, tokens: readonly ApiToken[], now = new Date()): ApiToken[] =>
  tokens.filter(
    ({ createdBy, expiresAt }) =>
      createdBy?.kind === 'staff' &&
      createdBy.id === personId &&
      (expiresAt === null || new Date(expiresAt) > now),
  );
