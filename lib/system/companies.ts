import { StartError } from './start-error';

/** A company whose accounts sign in to the console, by OpenID Connect. */
export interface CompanyOptions {
  /** In lower case, as in its address here. */
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Of email addresses. Without any, only those sign in who are on the team or invited. */
  domains: string[];
  /** Of whoever signs in for the first time without an invitation. */
  role: 'admin' | 'editor' | 'viewer';
}

const roles = ['admin', 'editor', 'viewer'] as const;

/**
 * Reads `OIDC_PROVIDERS`, a list of ids, and for each of them `OIDC_<ID>_ISSUER` and so on.
 *
 * @param get Of the environment; a blank variable counts as unset.
 * @throws StartError naming the first variable that cannot be used, and what it should be.
 */
export function companiesOf(get: (name: string) => string | undefined): CompanyOptions[] {
  const ids = listOf(get('OIDC_PROVIDERS'));
  if (ids.length > 0 && !get('APP_URL'))
    throw new StartError('OIDC_PROVIDERS needs APP_URL, the address that companies send people back to.');
  return ids.map((id) => {
    if (!/^[a-z0-9]+$/.test(id))
      throw new StartError(`OIDC_PROVIDERS must list names of letters and digits, not "${id}".`);
    const nameOf = (what: string) => `OIDC_${id.toUpperCase()}_${what}`;
    const required = (what: string) => {
      const value = get(nameOf(what));
      if (!value) throw new StartError(`OIDC_PROVIDERS lists ${id}: set ${nameOf(what)}, too.`);
      return value;
    };
    const issuer = required('ISSUER');
    if (!isIssuer(issuer))
      throw new StartError(`${nameOf('ISSUER')} must be an https address, not "${issuer}".`);
    const role = roles.find((one) => one === (get(nameOf('ROLE')) ?? 'viewer'));
    if (!role) throw new StartError(`${nameOf('ROLE')} must be one of ${roles.join(', ')}.`);
    return {
      id,
      name: get(nameOf('NAME')) ?? id,
      issuer,
      clientId: required('CLIENT_ID'),
      clientSecret: required('CLIENT_SECRET'),
      domains: listOf(get(nameOf('DOMAINS'))),
      role,
    };
  });
}

/** The only email that may sign in with a password, where companies do the rest. */
export function passwordOnlyForOf(
  value: string | undefined,
  companies: CompanyOptions[],
): string | undefined {
  if (value !== undefined && companies.length === 0)
    throw new StartError('PASSWORD_ONLY_FOR needs OIDC_PROVIDERS: nobody else could sign in.');
  return value?.toLowerCase();
}

const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Over plain http only on this machine, to try things. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}
