import { randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies';
import { makeSignature } from 'better-auth/crypto';
import * as oidc from 'openid-client';
import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { IdentityProviderOptions } from '@/lib/system/identity-providers';
import { nameInput, signInInput } from '../account';
import { endOthersAccess, endResetLink, hasOtherAdmin, nameFromEmail, setName } from '../accounts';
import { keyedDigest, sameDigest } from '../keyed-digest';
import { record, recordFailedSignIn } from '../people/record';
import type { StaffContext } from '../staff-context';
import { inTransaction, refuse } from '../transaction';
import { clientAddress } from './client-address';
import { createSession } from './create-session';
import { toCookie } from './sign-in';
import { SignInLimit } from './sign-in-limit';

/** State of a sign-in until the company redirects the browser back. */
interface Begun {
  id: string;
  state: string;
  nonce: string;
  verifier: string;
  next: string;
  /** Whether this only confirms the identity of a signed-in person. */
  again: boolean;
}

const COOKIE = 'roster.company_sign_in';
const PURPOSE = 'company sign-in';
const MINUTES = 10;
/** Maximum age of a sign-in that confirms an identity. */
const CONFIRMATION_SECONDS = 5 * 60;
const DAY = 24 * 60 * 60;

/**
 * Returns functions that sign in with a company's account. better-auth's plugin does not fit: it reads the company's
 * configuration only at startup, and cannot create person, membership and activity in one transaction.
 */
export function identityProviderSignIns(
  context: StaffContext,
  identityProviders: IdentityProviderOptions[],
  origin: string,
) {
  const { pool, auth, secret, log } = context;
  const limit = new SignInLimit(pool);
  const configurations = new Map<string, Promise<oidc.Configuration>>();

  const findProvider = (id: string) => identityProviders.find((provider) => provider.id === id);
  const redirectUri = (id: string) => `${origin}/sign-in/company/${id}/callback`;
  const sign = (text: string) => `${text}.${keyedDigest(secret, PURPOSE, text)}`;

  /** The provider's metadata: fetched once, and again after a failure. */
  function loadConfiguration({ id, issuer, clientId, clientSecret }: IdentityProviderOptions) {
    const isInsecure = new URL(issuer).protocol === 'http:';
    const execute = isInsecure ? [oidc.allowInsecureRequests] : [];
    const found =
      configurations.get(id) ??
      oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
    configurations.set(id, found);
    found.catch(() => configurations.delete(id));
    return found;
  }

  /** The sign-in with this provider that a cookie signed by us holds; `null` if there is none. */
  function readBegun(headers: Headers, id: string): Begun | null {
    const cookie = parseCookies(headers.get('cookie') ?? '').get(COOKIE) ?? '';
    const end = cookie.indexOf('.');
    const text = cookie.slice(0, Math.max(0, end));
    if (!text || !sameDigest(cookie, sign(text))) return null;
    const begun = JSON.parse(Buffer.from(text, 'base64url').toString()) as Begun;
    return begun.id === id ? begun : null;
  }

  /**
   * Validates the company's response and returns the identity; `null` without a verified email. Throws for an invalid
   * response.
   */
  async function identify(provider: IdentityProviderOptions, query: string, begun: Begun) {
    const configuration = await loadConfiguration(provider);
    const tokens = await oidc.authorizationCodeGrant(
      configuration,
      new URL(`${redirectUri(provider.id)}${query}`),
      {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
        // The response must then contain a recent auth_time.
        ...(begun.again && { maxAge: CONFIRMATION_SECONDS }),
      },
    );
    const claims = tokens.claims();
    if (!claims) throw new Error('The company sent no ID token.');
    const more =
      typeof claims.email === 'string'
        ? claims
        : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    const email = signInInput.shape.email.safeParse(more.email);
    const name = nameInput.safeParse({ name: more.name });
    if (!email.success || !isVerified(more.email_verified, provider)) return null;
    const authenticated = claims.auth_time && new Date(claims.auth_time * 1000);
    return {
      confirmedAt: authenticated || null,
      subject: claims.sub,
      email: email.data,
      name: name.success ? name.data.name : nameFromEmail(email.data),
    };
  }

  /** Records a refused sign-in, up to a limit: people whom the company vouches for could otherwise flood the activity. */
  async function recordFailure(email: string, { id, name }: IdentityProviderOptions) {
    log.info({ identityProvider: id }, 'Refused a sign-in: not on the team.');
    if ((await limit.count({ email: `company of ${email}`, address: null, browser: null })) === null)
      await recordFailedSignIn(pool, 'email', email, `No access with ${name}`);
  }

  return {
    identityProviders: identityProviders.map(({ id, name }) => ({ id, name })),

    /**
     * Returns the URL to redirect to and a cookie for `finishProviderSignIn`; `null` for an unknown provider. `again`: confirm
     * a signed-in person's identity.
     */
    async beginProviderSignIn(id: string, next: string, again: boolean) {
      const provider = findProvider(id);
      if (!provider) return null;
      const configuration = await loadConfiguration(provider);
      const verifier = oidc.randomPKCECodeVerifier();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(id),
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(again && { prompt: 'login', max_age: String(CONFIRMATION_SECONDS) }),
      });
      const begun: Begun = { id, state, nonce, verifier, next, again };
      const text = Buffer.from(JSON.stringify(begun)).toString('base64url');
      return { url: url.href, cookie: toCookie(COOKIE, sign(text), MINUTES * 60) };
    },

    /**
     * Completes a sign-in with the query of its redirect, in place of the present session. Returns cookies, and `next` from
     * `beginProviderSignIn`. Refuses an expired one, and people who are not on a team, which it records.
     */
    async finishProviderSignIn(id: string, query: string, headers: Headers) {
      const provider = findProvider(id);
      const begun = readBegun(headers, id);
      if (!provider || !begun) return refuse('', 'This sign-in has expired. Start again.');
      const identity = await identify(provider, query, begun);
      if (!identity) return refuse('', 'Your company did not confirm your email address.');
      const entered = await inTransaction({ pool }, (client) => enter(client, provider, identity));
      if (!entered.ok) {
        await recordFailure(identity.email, provider);
        return entered;
      }
      const session = await createSession(context, {
        userId: entered.userId,
        token: randomBytes(24).toString('base64url'),
        expiresAt: new Date(Date.now() + context.sessionDays * DAY * 1000),
        ipAddress: clientAddress(headers),
        userAgent: headers.get('user-agent')?.slice(0, 500) ?? '',
        identityProvider: id,
        confirmedAt: identity.confirmedAt,
      }).catch((error: { statusCode?: number }) => {
        if (error.statusCode === 401) return null;
        throw error;
      });
      if (!session) {
        await recordFailure(identity.email, provider);
        return refuse('', NOT_ON_THE_TEAM);
      }
      await auth.api.signOut({ headers: new Headers({ cookie: headers.get('cookie') ?? '' }) });
      const { authCookies } = await auth.$context;
      const value = `${session.token}.${await makeSignature(session.token, secret)}`;
      const cookies = [
        toCookie(authCookies.sessionToken.name, value, context.sessionDays * DAY),
        toCookie(COOKIE, '', 0),
      ];
      return { ok: true as const, cookies, next: begun.next };
    },
  };
}

/**
 * Whether the claim confirms the email. Some companies send booleans as text. The claim may only be missing if the company has
 * a list of domains.
 */
const isVerified = (claim: unknown, { domains }: IdentityProviderOptions): boolean =>
  claim === true || claim === 'true' || (claim === undefined && domains.length > 0);

const NOT_ON_THE_TEAM = 'You are not on the team. Ask an admin to invite you.';

/**
 * Finds the person of an identity, or creates one in a domain of the company, links the two, and accepts all of the person's
 * invitations, which it records. Refuses anyone else.
 */
async function enter(
  client: PoolClient,
  provider: IdentityProviderOptions,
  { subject, email, name }: { subject: string; email: string; name: string },
) {
  const isOurs = provider.domains.includes(email.split('@')[1] as string);
  if (provider.domains.length > 0 && !isOurs)
    return refuse('', `${provider.name} does not sign in ${email} here.`);
  const providerId = `oidc ${provider.id}`;
  const { rows: known } = await client.query<{ id: string; name: string; email: string }>(
    `select u.id, u.name, u.email from staff_user u
     left join staff_account a on a.user_id = u.id and a.provider_id = $1 and a.account_id = $2
     where a.id is not null or u.email = $3 order by a.id is null limit 1`,
    [providerId, subject, email],
  );
  let [person] = known;
  if (!person) {
    const { rows: organizations } = await client.query<{ id: string }>(
      'select id from organizations where first',
    );
    const [first] = organizations;
    // The first account must be an admin, created by the setup link.
    if (!isOurs || !first || !(await hasOtherAdmin(client, first.id, null)))
      return refuse('', NOT_ON_THE_TEAM);
    person = { id: uuidv7(), name, email };
    await client.query('insert into staff_user (id, name, email, email_verified) values ($1, $2, $3, true)', [
      person.id,
      name,
      email,
    ]);
    await client.query('insert into staff_membership (organization_id, user_id, role) values ($1, $2, $3)', [
      first.id,
      person.id,
      provider.role,
    ]);
  }
  const { rowCount: isNew } = await client.query(
    `insert into staff_account (id, user_id, account_id, provider_id)
     select $1, $2::uuid, $3, $4 where not exists (
       select from staff_account where user_id = $2::uuid and provider_id = $4 and account_id <> $3)
     on conflict (provider_id, account_id) do nothing`,
    [uuidv7(), person.id, subject, providerId],
  );
  const { rows: own } = await client.query(
    'select from staff_account where user_id = $1 and provider_id = $2 and account_id = $3',
    [person.id, providerId, subject],
  );
  // The person is linked to another subject: the address belonged to another employee before.
  if (own.length === 0) return refuse('', NOT_ON_THE_TEAM);
  const { rows: joined } = await client.query<{ organization_id: string; role: string }>(
    `update staff_membership set joined_at = now()
     where user_id = $1 and joined_at is null and deactivated_at is null returning organization_id, role`,
    [person.id],
  );
  if (joined.length > 0) {
    // An invited person without a password has no name yet.
    const { rowCount: hasName } = await client.query(
      "select from staff_account where user_id = $1 and provider_id = 'credential'",
      [person.id],
    );
    if (!hasName) {
      person = { ...person, name };
      await setName(client, person.id, name);
    }
    await endResetLink(client, person.id);
  }
  if (isNew || joined.length > 0)
    await endOthersAccess(client, person.id, { session: null, byPassword: false });
  for (const { organization_id: id, role } of joined)
    await record(client, [id], { action: 'person.joined', person, by: person, after: { role } });
  return { ok: true as const, userId: person.id };
}
