import type { Pool } from 'pg';
import type { Auth, Log } from './auth';
import type { SignInQueue } from './sign-in/sign-in-queue';

/** Context shared by the parts of the staff service. */
export interface StaffContext {
  pool: Pool;
  auth: Auth;
  /** At least 32 characters; the same in all instances. */
  secret: string;
  log: Log;
  /** Limits concurrent password hashing. */
  queue: SignInQueue;
  /** Days until a session expires, in total and without use. */
  sessionDays: number;
  idleDays: number;
  /** Whether only the first organization is accessible, as in connected mode. */
  onlyFirst: boolean;
  /** The only email that may sign in with a password when companies are configured. */
  passwordOnlyFor: string | undefined;
}
