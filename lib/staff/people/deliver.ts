import type { Mail } from '@/lib/system/mailer';
import type { Log } from '../auth';
import type { MadeLink, Outcome, StaffMember } from '../staff';

export interface DeliverOptions {
  /** Sends email, if a mail server is configured. */
  mail?: ((mail: Mail) => Promise<void>) | undefined;
  /** Public origin. */
  origin: string;
  log: Log;
}

/**
 * Returns a function that emails a link and adds whether it was `sent`; if not, the admin passes the link on. Keeps refusals.
 */
export function deliver({ mail, origin, log }: DeliverOptions) {
  return async (
    by: StaffMember,
    made: Outcome<Omit<MadeLink, 'sent'>>,
    purpose: 'join' | 'reset-password',
  ): Promise<Outcome<MadeLink>> => {
    if (!made.ok) return made;
    const { email, code } = made.data;
    const link = `${origin}/${purpose}?code=${code}`;
    const organization = by.organization.name;
    const words =
      purpose === 'join'
        ? {
            subject: `Join ${organization} on Roster`,
            text: `${by.name} invites you to ${organization} on Roster:\n\n${link}\n\nThe link works once, for 7 days.\n`,
          }
        : {
            subject: 'Reset your Roster password',
            text: `${by.name} sent you a link to choose a new password:\n\n${link}\n\nThe link works once, for 1 day.\n`,
          };
    const sent = await mail?.({ to: email, ...words }).then(
      () => true,
      (err: unknown) => {
        log.error({ err }, 'An email could not be sent.');
        return false;
      },
    );
    return { ok: true, data: { ...made.data, sent: sent === true } };
  };
}
