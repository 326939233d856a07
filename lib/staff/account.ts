import * as z from 'zod';
import { roles } from '@/lib/contract/role';
import { isTimeZone } from '@/lib/contract/text';

// Validation shared by forms and server; free of server code.

/** Length of a new password, in characters. */
export const passwordLength = { min: 12, max: 128 } as const;

export const passwordRule = `${passwordLength.min} to ${passwordLength.max} characters.`;

const email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Enter an email address.')
  .max(254, 'An email address has at most 254 characters.')
  .pipe(z.email('Enter a valid email address.'));

const name = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(200, 'A name has at most 200 characters.')
  // The activity shows people as "Name <email>"; a name must not look like somebody else's.
  .regex(/^[^\p{Cc}<>]*$/u, 'A name cannot contain < or > or control characters.');

const newPassword = z
  .string()
  .min(passwordLength.min, `A password has at least ${passwordLength.min} characters.`)
  .max(passwordLength.max, `A password has at most ${passwordLength.max} characters.`);

const password = z.string().min(1, 'Enter the password.');
const role = z.enum(roles);

export const signInInput = z.object({ email, password });

/** Two letters (ISO 3166); blank for none. */
const country = z.string().regex(/^([A-Z]{2})?$/, 'Choose a country.');

export const setUpInput = z.object({ name, email, password: newPassword, organization: name, country });

/** The first account, from the environment. The name defaults to the local part of the email. */
export const firstAccountInput = z.object({ name: name.optional(), email, password: newPassword });

export const newAccountInput = z.object({ name, email, password: newPassword, role });

/** An account with a generated password. */
export const givenAccountInput = z.object({ name: name.optional(), email, role });

export const invitationInput = z.object({ email, role });

/** An invited person without an account. */
export const joinInput = z.object({ name, password: newPassword });

export const resetInput = z.object({ password: newPassword });

export const nameInput = z.object({ name });

/** Examples of date formats: a locale and, after a space, whether its numeric form is meant. */
export const dateFormats = {
  'en-US': 'Jan 31, 2026',
  'en-GB': '31 Jan 2026',
  'en-CH numeric': '31.01.2026',
  'en-SE numeric': '2026-01-31',
};

const A_NUMBER = 'A number from 0 to 1,000,000.';

/** Name and defaults of an organization, those that change; a blank default leaves it to the configuration or the browser. */
export const organizationInput = z
  .object({
    name,
    country,
    timeZone: z.string().refine((zone) => zone === '' || isTimeZone(zone), 'Choose a time zone.'),
    dateFormat: z.enum(['', ...Object.keys(dateFormats)], 'Choose a format.'),
    assistantReads: z.int(A_NUMBER).min(0, A_NUMBER).max(1_000_000, A_NUMBER),
    twoApprovers: z.boolean(),
  })
  .partial();

/** Longest side of a logo in pixels: four times its size on the screen, for dense displays. */
export const LOGO_SIDE = 112;

/** A PNG of at most `LOGO_SIDE` pixels a side, in Base64; `null` removes the logo. */
export const logoInput = z.object({ png: z.base64().max(80_000).nullable() });

export const passwordChangeInput = z.object({ password, newPassword });

/** A code of an authenticator app, or a recovery code. */
export const secondFactorInput = z.object({ code: z.string().trim().min(1, 'Enter a code.').max(40) });

export type SignInInput = z.infer<typeof signInInput>;
export type OrganizationInput = z.infer<typeof organizationInput>;
export type SetUpInput = z.infer<typeof setUpInput>;
export type NewAccountInput = z.infer<typeof newAccountInput>;
export type GivenAccountInput = z.infer<typeof givenAccountInput>;
export type InvitationInput = z.infer<typeof invitationInput>;
export type JoinInput = z.infer<typeof joinInput>;
export type PasswordChangeInput = z.infer<typeof passwordChangeInput>;

export interface Person {
  id: string;
  name: string;
  email: string;
}

/** A person's name in the activity. */
export const personName = ({ name, email }: Person): string => `${name} <${email}>`;
