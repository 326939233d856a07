/** SQL: whether neither a token nor one it was made with is revoked. Checked on use: tokens may be made during a revocation. */
export const unrevokedSql = (
  token: string,
) => `${token}.revoked_at is null and not exists (select from api_tokens m
  where m.organization_id = ${token}.organization_id and m.id = any(${token}.maker_ids) and m.revoked_at is not null)`;
