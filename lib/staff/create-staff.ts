import type { CompanyOptions } from '@/lib/system/companies';
import { StartError } from '@/lib/system/start-error';
import { firstAccountInput } from './account';
import { accounts, nameOf } from './accounts';
import { createAuth, type PasswordHashing } from './auth';
import { byLink } from './people/by-link';
import { type DeliverOptions, deliver } from './people/deliver';
import { links } from './people/links';
import { organizationSettings } from './people/organization-settings';
import { profile } from './people/profile';
import { team } from './people/team';
import { sessions } from './sessions';
import { companySignIns } from './sign-in/company';
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
  companies?: CompanyOptions[];
  /** Origin of redirects from companies, and of links. */
  origin?: string;
  /** Sends emails, if a mail server is configured. */
  mail?: DeliverOptions['mail'];
  /** For tests, which hash a password hundreds of times. */
  passwordHashing?: PasswordHashing | undefined;
}

export type StaffRoom = ReturnType<typeof createStaff>;

/** Accounts and sessions of the console, without what is for the program itself. `headers` are those of the request, for cookies and address. */
export type Staff = Omit<
  StaffRoom,
  'ensureFirstAccount' | 'newSetupCode' | 'purge' | 'createAccount' | 'giveAccount'
>;

/** Creates the staff room, of the functions of its parts. */
export function createStaff({
  pool,
  secret,
  appUrl,
  sessionDays = 14,
  idleDays = 3,
  onlyFirst = false,
  companies = [],
  origin = 'http://localhost',
  passwordOnlyFor,
  mail,
  passwordHashing,
  log,
}: StaffOptions) {
  const auth = createAuth({ pool, secret, sessionDays, onlyFirst, appUrl, passwordHashing, log });
  const isHttps = appUrl?.startsWith('https:') ?? false;
  const queue = new SignInQueue();
  const room: StaffContext = {
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
  const link = links(room);
  const account = accounts(room);
  const signIn = signIns({ ...room, isHttps });

  return {
    ...sessions(room),
    needsSetup: account.needsSetup,
    createAccount: account.createAccount,
    giveAccount: account.giveAccount,
    ...signIn,
    ...companySignIns(room, companies, origin),
    /** Whether passwords are off for everybody but one person. */
    passwordsAreOff: passwordOnlyFor !== undefined,
    ...byLink({ room, link, account, signIn }),
    ...team(room, link, deliver({ mail, origin, log })),
    ...organizationSettings(room),
    ...profile({ room, account, signIn }),
    ...savedViews(room),

    /**
     * Creates the admin from the environment if there is no account. Returns whether it did.
     *
     * @throws StartError if the values are invalid.
     */
    async ensureFirstAccount(input: { email: string; password: string; name?: string | undefined }) {
      if (!(await account.needsSetup())) return false;
      const parsed = firstAccountInput.safeParse(input);
      const made = parsed.success
        ? await account.makeFirst({ ...parsed.data, name: parsed.data.name ?? nameOf(parsed.data.email) })
        : firstProblem(parsed.error);
      if (made.ok) return true;
      const { path, message } = made.error;
      // Another instance has just created it.
      if (parsed.success && path !== 'password') return false;
      throw new StartError(
        `${path === 'name' ? 'ADMIN_NAME' : path === 'email' ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'} is invalid: ${message}`,
      );
    },

    /** Deletes expired sessions, rate limits and codes. */
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
