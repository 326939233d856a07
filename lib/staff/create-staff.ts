import type { CompanyOptions } from '@/lib/system/companies';
import { StartError } from '@/lib/system/start-error';
import { firstAccountInput, type GivenAccountInput, type NewAccountInput } from './account';
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
import type { Staff } from './staff';
import type { StaffContext } from './staff-context';
import { firstProblem, type Refusal } from './transaction';
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

/** With operations for the program itself, not for pages. */
export interface StaffRoom extends Staff {
  /**
   * Creates the admin from the environment if there is no account. Returns whether it did.
   *
   * @throws StartError if the values are invalid.
   */
  ensureFirstAccount(input: { email: string; password: string; name?: string | undefined }): Promise<boolean>;
  /** A new code for the setup link, which replaces the previous one; `null` once there is an account. */
  newSetupCode(): Promise<string | null>;
  /** Deletes expired sessions, rate limits and codes. */
  purge(): Promise<void>;
  /** Creates an account, in the first organization by default. */
  createAccount(input: NewAccountInput, organizationId?: string): Promise<{ ok: true; id: string } | Refusal>;
  /**
   * Creates an account, or resets an existing one: new role and password, no second factor, all sessions ended. Returns
   * the generated password. Refuses to remove the last admin.
   */
  giveAccount(
    input: GivenAccountInput & { organizationId?: string | undefined },
  ): Promise<{ ok: true; isNew: boolean; email: string; password: string } | Refusal>;
}

/** Creates the staff room; see `Staff` for its functions. */
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
}: StaffOptions): StaffRoom {
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
    passwordsAreOff: passwordOnlyFor !== undefined,
    ...byLink({ room, link, account, signIn }),
    ...team(room, link, deliver({ mail, origin, log })),
    ...organizationSettings(room),
    ...profile({ room, account, signIn }),
    ...savedViews(room),

    async ensureFirstAccount(input) {
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
