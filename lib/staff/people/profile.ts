import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt } from 'better-auth/crypto';
import { nameInput, type PasswordChangeInput, passwordChangeInput } from '../account';
import { type accounts, forgetTwoFactor, setName, setPassword } from '../accounts';
import { takeAppCode } from '../sign-in/app-code';
import type { signIns } from '../sign-in/sign-in';
import type { OpenSession, StaffMember } from '../staff';
import type { StaffContext } from '../staff-context';
import { DONE, firstProblem, inTransaction, refuse } from '../transaction';
import { recordEverywhere } from './record';

interface Parts {
  context: StaffContext;
  account: ReturnType<typeof accounts>;
  signIn: ReturnType<typeof signIns>;
}

/** Returns functions for a person's own profile: name, password, sessions and two-factor sign-in. */
export function profile({ context: { pool, auth, queue, idleDays }, account, signIn }: Parts) {
  return {
    /** Changes the person's name, and records that in each of their organizations. */
    async rename(by: StaffMember, name: string) {
      const parsed = nameInput.safeParse({ name });
      if (!parsed.success) return firstProblem(parsed.error);
      const after = parsed.data;
      if (after.name === by.name) return DONE;
      return inTransaction({ pool }, async (client) => {
        await setName(client, by.id, after.name);
        await recordEverywhere(client, by, after, { name: by.name });
        return DONE;
      });
    },

    /**
     * Changes the password, after checking the present one, ends all other sessions, and records that. Refuses common ones.
     */
    async changePassword(by: StaffMember, input: PasswordChangeInput, headers: Headers) {
      const parsed = passwordChangeInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      const checked = await signIn.checkPassword(by, parsed.data.password, headers);
      if (!checked.ok) return checked;
      const digest = await queue.run(() => account.hash(parsed.data.newPassword));
      if (typeof digest !== 'string')
        return digest.error.path ? refuse('newPassword', digest.error.message) : digest;
      return inTransaction({ pool }, async (client) => {
        await setPassword(client, by.id, digest);
        await client.query('delete from staff_session where user_id = $1 and id <> $2', [
          by.id,
          by.sessionId,
        ]);
        await recordEverywhere(client, by, { password: 'changed' });
        return DONE;
      });
    },

    /** Lists the person's sessions that have not expired, the current one first, then by last use. */
    async openSessions(by: StaffMember): Promise<OpenSession[]> {
      type Times = Record<'createdAt' | 'lastUsedAt', Date>;
      const { rows } = await pool.query<Omit<OpenSession, keyof Times> & Times>(
        `select id, coalesce(user_agent, '') as "userAgent", created_at as "createdAt",
           updated_at as "lastUsedAt", id = $2 as "isCurrent"
         from staff_session
         where user_id = $1 and expires_at > now() and updated_at > now() - make_interval(days => $3)
         order by id = $2 desc, updated_at desc`,
        [by.id, by.sessionId, idleDays],
      );
      return rows.map(({ createdAt, lastUsedAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }));
    },

    /** Ends another session of this person; without an id, all others. */
    async endSession(by: StaffMember, id?: string): Promise<void> {
      await pool.query(
        'delete from staff_session where user_id = $1 and id <> $2 and ($3::uuid is null or id = $3)',
        [by.id, by.sessionId, id ?? null],
      );
    },

    /**
     * Creates secret and recovery codes, after checking the password, to be confirmed with `turnOnTwoFactor`; refuses if it is
     * on.
     */
    async newTwoFactorSecret(by: StaffMember, password: string, headers: Headers) {
      const checked = await signIn.checkPassword(by, password, headers);
      if (!checked.ok) return checked;
      if (by.hasTwoFactor) return refuse('', 'Two-factor sign-in is already on.');
      const cookie = new Headers({ cookie: headers.get('cookie') ?? '' });
      const made = await auth.api.enableTwoFactor({ body: { password }, headers: cookie });
      if (made.method !== 'totp') throw new Error('No secret was made.');
      return { ok: true as const, data: { uri: made.totpURI, recoveryCodes: made.backupCodes } };
    },

    /** Turns two-factor sign-in on, and records that; refuses a code that does not fit the new secret. */
    async turnOnTwoFactor(by: StaffMember, typed: string) {
      const code = typed.replace(/\s/g, '');
      const { rows } = await pool.query<{ secret: string }>(
        'select secret from staff_two_factor where user_id = $1 and not verified',
        [by.id],
      );
      const { secretConfig: key } = await auth.$context;
      const secret = rows[0] && (await symmetricDecrypt({ key, data: rows[0].secret }));
      if (!secret || !(await createOTP(secret, { digits: 6 }).verify(code)))
        return refuse('code', 'Incorrect code. Check that your phone’s clock is right.');
      return inTransaction({ pool }, async (client) => {
        await takeAppCode(client, by.id, code);
        await client.query('update staff_two_factor set verified = true where user_id = $1', [by.id]);
        await client.query(
          'update staff_user set two_factor_enabled = true, updated_at = now() where id = $1',
          [by.id],
        );
        await recordEverywhere(client, by, { twoFactor: true });
        return DONE;
      });
    },

    /** Turns two-factor sign-in off; does not ask for the password. */
    turnOffTwoFactor: (by: StaffMember) =>
      inTransaction({ pool }, async (client) => {
        if (await forgetTwoFactor(client, by.id)) await recordEverywhere(client, by, { twoFactor: false });
        return DONE;
      }),

    /**
     * Replaces the recovery codes, after checking the password, and returns the new ones; refuses without two-factor sign-in.
     */
    async newRecoveryCodes(by: StaffMember, password: string, headers: Headers) {
      const checked = await signIn.checkPassword(by, password, headers);
      if (!checked.ok) return checked;
      if (!by.hasTwoFactor) return refuse('', 'Two-factor sign-in is off.');
      const cookie = new Headers({ cookie: headers.get('cookie') ?? '' });
      const made = await auth.api.generateBackupCodes({ body: { password }, headers: cookie });
      return { ok: true as const, data: made.backupCodes };
    },
  };
}
