import type { Settings } from './settings';
import { StartError } from './start-error';

/** The mail server and the sender address. */
export interface SmtpOptions {
  url: string;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const TIMEOUT = 10_000;

/** Returns a function that sends an email by SMTP, and throws if the server rejects the email. */
export function mailer({ url, from }: SmtpOptions): (mail: Mail) => Promise<void> {
  const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
  return async ({ to, ...mail }) => {
    // Imported on demand: most installations send no mail.
    const { default: nodemailer } = await import('nodemailer');
    const transport = nodemailer.createTransport({ url, ...timeouts });
    // In a string, an address with a comma would count as several.
    await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
  };
}

/**
 * Reads `SMTP_URL` and `SMTP_FROM`; `undefined` if neither is set.
 *
 * @throws StartError for the first invalid variable, without its value, which may contain a password.
 */
export function parseSmtp({ get, secret }: Settings): SmtpOptions | undefined {
  const url = secret('SMTP_URL');
  const from = get('SMTP_FROM');
  if (!url && !from) return undefined;
  if (!url || !from)
    throw new StartError(`SMTP_URL and SMTP_FROM go together: set ${url ? 'SMTP_FROM' : 'SMTP_URL'}, too.`);
  if (!get('APP_URL')) throw new StartError('SMTP_URL needs APP_URL, the address of links in emails.');
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new StartError('SMTP_URL must look like smtps://user:password@mail.example.com.');
  return { url, from };
}
