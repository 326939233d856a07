import type { IdentityProviderOptions } from '@/lib/system/identity-providers';
import { StartError } from '@/lib/system/start-error';
import { firstAccountInput } from './account';
import { accounts, nameFromEmail } from './accounts';
import { createAuth, type PasswordHashing } from './auth';
import { linkSignIns } from './people/by-link';
import { type DeliverOptions, deliver } from './people/deliver';
import { links } from './people/links';
import { organizationSettings } from './people/organization-settings';
import { profile } from './people/profile';
import { team } from './people/team';
import { sessions } from './sessions';
import { identityProviderSignIns } from './sign-in/identity-provider';
import { signIns } from './sign-in/sign-in';
import { SignInQueue } from './sign-in/sign-in-queue';
import type { StaffContext } from './staff-context';
import { firstProblem } from './transaction';
import { savedViews } from './views/saved-views';

type Defaulted = 'sessionDays' | 'idleDays' | 'onlyFirst' | 'passwordOnlyFor';

export interface StaffOptions
  extends Pick<StaffContext, 'pool' | 'secret' | 'log'>,
    Partial<Pick<StaffContext, Defaulted>> {
  /** Public origin; with https, cookies are secure. */
  appUrl?: string | undefined;
  identityProviders?: IdentityProviderOptions[];
  /** Origin of redirects from identity providers, and of links. */
  origin?: string;
  /** Sends emails, if a mail server is configured. */
  mail?: DeliverOptions['mail'];
  /** Faster hashing for tests, which hash hundreds of passwords. */
  passwordHashing?: PasswordHashing | undefined;
}

export type StaffService = ReturnType<typeof createStaff>;

/** The staff service without functions of startup and commands. `headers` are the request's, for cookies and address. */
export type Staff = Omit<
  StaffService,
  'ensureFirstAccount' | 'newSetupCode' | 'purge' | 'createAccount' | 'giveAccount'
>;

/** Creates the staff service from the functions of its parts. */
export function createStaff({
  pool,
  secret,
  appUrl,
  sessionDays = 14,
  idleDays = 3,
  onlyFirst = false,
  identityProviders = [],
  origin = 'http://localhost',
  passwordOnlyFor,
  mail,
  passwordHashing,
  log,
}: StaffOptions) {
  const auth = createAuth({ pool, secret, sessionDays, onlyFirst, appUrl, passwordHashing, log });
  const isHttps = appUrl?.startsWith('https:') ?? false;
  const queue = new SignInQueue();
  const context: StaffContext = {
    pool,
    auth,
    secret,
    log,
    queue,
    idleDays,
    sessionDays,
    onlyFirst,
    passwordOnlyFor,
  };
  const link = links(context);
  const account = accounts(context);
  const signIn = signIns({ ...context, isHttps });

  return {
    ...sessions(context),
    needsSetup: account.needsSetup,
    createAccount: account.createAccount,
    giveAccount: account.giveAccount,
    ...signIn,
    ...identityProviderSignIns(context, identityProviders, origin),
    /** Whether only one person may sign in with a password. */
    passwordsAreOff: passwordOnlyFor !== undefined,
    ...linkSignIns({ context, link, account, signIn }),
    ...team(context, link, deliver({ mail, origin, log })),
    ...organizationSettings(context),
    ...profile({ context, account, signIn }),
    ...savedViews(context),

    /**
     * Creates the admin from the environment if there is no account. Returns whether it did.
     *
     * @throws StartError if the values are invalid.
     */
    async ensureFirstAccount(input: { email: string; password: string; name?: string | undefined }) {
      if (!(await account.needsSetup())) return false;
      const parsed = firstAccountInput.safeParse(input);
      const made = parsed.success
        ? await account.makeFirst({
            ...parsed.data,
            name: parsed.data.name ?? nameFromEmail(parsed.data.email),
          })
        : firstProblem(parsed.error);
      if (made.ok) return true;
      const { path, message } = made.error;
      // Another instance has just created the account.
      if (parsed.success && path !== 'password') return false;
      throw new StartError(
        `${path === 'name' ? 'ADMIN_NAME' : path === 'email' ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'} is invalid: ${message}`,
      );
    },

    /** Deletes expired and idle sessions, and expired rate limits and codes. */
    async purge() {
      await pool.query('delete from staff_rate_limit where resets_at <= now()');
      await pool.query('delete from staff_verification where expires_at < now()');
      await pool.query(
        'delete from staff_session where expires_at < now() or updated_at < now() - make_interval(days => $1)',
        [idleDays],
      );
    },
  };
}
