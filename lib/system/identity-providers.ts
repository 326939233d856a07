import { type Role, roles } from '@/lib/contract/role';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** A company whose accounts can sign in by OpenID Connect. */
export interface IdentityProviderOptions {
  /** In lower case; part of the redirect URL. */
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Allowed email domains. If empty, only team members and invited people can sign in. */
  domains: string[];
  /** Role of people who sign in for the first time without an invitation. */
  role: Role;
}

/**
 * Reads `OIDC_PROVIDERS`, a list of ids, and for each of them `OIDC_<ID>_ISSUER` and so on. Collects problems by `attempt`.
 */
export function readIdentityProviders({ get, secret, attempt }: Settings): IdentityProviderOptions[] {
  const ids = splitLowerCase(get('OIDC_PROVIDERS'));
  attempt(() => {
    if (ids.length > 0 && !get('APP_URL'))
      throw new StartError('OIDC_PROVIDERS needs APP_URL, the address that providers redirect to.');
  });
  /** Reads the settings of one provider. @throws StartError for an invalid one. */
  const readIdentityProvider = (id: string): IdentityProviderOptions => {
    if (!/^[a-z0-9]+$/.test(id))
      throw new StartError(`OIDC_PROVIDERS must list ids of letters and digits, not "${id}".`);
    const nameOf = (what: string) => `OIDC_${id.toUpperCase()}_${what}`;
    /** Reads a setting; one that is missing is a problem. */
    const required = (what: string, read = get) =>
      attempt(() => {
        const value = read(nameOf(what));
        if (!value) throw new StartError(`OIDC_PROVIDERS lists ${id}: set ${nameOf(what)}, too.`);
        return value;
      });
    const issuer = required('ISSUER');
    if (issuer && !isIssuer(issuer))
      throw new StartError(`${nameOf('ISSUER')} must be an https address, not "${issuer}".`);
    const role = roles.find((one) => one === (get(nameOf('ROLE')) ?? 'viewer'));
    if (!role) throw new StartError(`${nameOf('ROLE')} must be one of ${roles.join(', ')}.`);
    return {
      id,
      name: get(nameOf('NAME')) ?? id,
      issuer,
      clientId: required('CLIENT_ID'),
      clientSecret: required('CLIENT_SECRET', secret),
      domains: splitLowerCase(get(nameOf('DOMAINS'))),
      role,
    };
  };
  return ids.map((id) => attempt(() => readIdentityProvider(id)));
}

/**
 * The only email, in lower case, that may sign in with a password.
 *
 * @throws StartError if nobody can sign in through a company.
 */
export function parsePasswordOnlyFor(value: string | undefined, providers: string | undefined) {
  if (value !== undefined && !providers)
    throw new StartError('PASSWORD_ONLY_FOR needs OIDC_PROVIDERS: nobody else could sign in.');
  return value?.toLowerCase();
}

/** The items of a comma-separated list, in lower case. */
const splitLowerCase = (value: string | undefined): string[] =>
  (value ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Whether an address may be an issuer's. Plain http is allowed on this machine only, for testing. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}
