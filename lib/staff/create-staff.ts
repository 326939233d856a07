import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { CompanyOptions } from '@/lib/system/companies';
import { StartError } from '@/lib/system/start-error';
import { firstAccountInput, type GivenAccountInput, type NewAccountInput } from './account';
import { accounts, nameOf } from './accounts';
import { createAuth, type Log } from './auth';
import { byLink } from './people/by-link';
import { type DeliverOptions, deliver } from './people/deliver';
import { links } from './people/links';
import { profile } from './people/profile';
import { team } from './people/team';
import { firstProblem, type Refusal, type Room } from './room';
import { sessions } from './sessions';
import { companySignIns } from './sign-in/company';
import { signIns } from './sign-in/sign-in';
import { SignInQueue } from './sign-in/sign-in-queue';
import type { Staff } from './staff';

export interface StaffOptions {
  pool: Pool;
  /** 32 characters or more. Every instance on the same database has the same. */
  secret: string;
  /** Public origin. Cookies are for https only when it is https. */
  appUrl?: string | undefined;
  /** Days after which a session ends, and those without use after which it does. */
  sessionDays?: number;
  idleDays?: number;
  /** Whether there is but the first organization: the console of another service. */
  onlyFirst?: boolean;
  /** Where people sign in with their company's account, and the origin that they come back to. */
  companies?: CompanyOptions[];
  origin?: string;
  /** Sends emails, where there is a server for it. */
  mail?: DeliverOptions['mail'];
  /** The only email that may sign in with a password, where companies do the rest. */
  passwordOnlyFor?: string | undefined;
  log: Log;
}

/** What only the program itself may do, not a page. */
export interface StaffRoom extends Staff {
  /**
   * Makes the admin that the environment names, when there is no account at all. Returns whether it did.
   * @throws StartError when the values cannot be used.
   */
  ensureFirstAccount(input: { email: string; password: string; name?: string | undefined }): Promise<boolean>;
  /**
   * A new code for the set-up link, which every instance takes and which ends the one before; `null` once there is an
   * account.
   */
  newSetupCode(): Promise<string | null>;
  /** Deletes sessions, counts of sign-ins and codes that are over. */
  purge(): Promise<void>;
  /** Makes an account, in the first organization if no other. */
  createAccount(input: NewAccountInput, organizationId?: string): Promise<{ ok: true; id: string } | Refusal>;
  /**
   * Makes an account, or gives the one with this email the role and another password, without a second factor, which ends
   * its sessions. The password is made here, and is nowhere else. There is always an admin.
   */
  giveAccount(
    input: GivenAccountInput & { organizationId?: string | undefined },
  ): Promise<{ ok: true; isNew: boolean; email: string; password: string } | Refusal>;
}

/** The staff room on better-auth; see `Staff` for what each function promises. */
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
  log,
}: StaffOptions): StaffRoom {
  const auth = createAuth({ pool, secret, sessionDays, onlyFirst, appUrl, log });
  const isHttps = appUrl?.startsWith('https:') ?? false;
  const queue = new SignInQueue();
  const room: Room = { pool, auth, secret, log, queue, idleDays, sessionDays, onlyFirst, passwordOnlyFor };
  const link = links(room);
  const account = accounts(room);
  const signIn = signIns({ ...room, isHttps });

  return {
    ...sessions(room),
    ...signIn,
    ...companySignIns(room, companies, origin),
    passwordsAreOff: passwordOnlyFor !== undefined,
    ...byLink({ room, link, account, signIn }),
    ...team(room, link, deliver({ mail, origin, log })),
    ...profile({ room, account, signIn }),
    needsSetup: account.needsSetup,
    createAccount: account.createAccount,

    async giveAccount(input) {
      const password = randomBytes(15).toString('base64url');
      const given = await account.giveAccount({ ...input, password });
      return given.ok ? { ...given, password } : given;
    },

    async ensureFirstAccount(input) {
      if (!(await account.needsSetup())) return false;
      const parsed = firstAccountInput.safeParse(input);
      const made = parsed.success
        ? await account.makeFirst({ ...parsed.data, name: parsed.data.name ?? nameOf(parsed.data.email) })
        : firstProblem(parsed.error);
      if (made.ok) return true;
      const { path, message } = made.error;
      // Another instance was first, with the same email or as the same first account.
      if (parsed.success && path !== 'password') return false;
      throw new StartError(
        `${path === 'name' ? 'ADMIN_NAME' : path === 'email' ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'} cannot be used: ${message}`,
      );
    },

    async purge() {
      await signIn.purgeLimits();
      await pool.query('delete from staff_verification where expires_at < now()');
      await pool.query(
        'delete from staff_session where expires_at < now() or updated_at < now() - make_interval(days => $1)',
        [idleDays],
      );
    },
  };
}
