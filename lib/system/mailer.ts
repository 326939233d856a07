import { createTransport } from 'nodemailer';
import { StartError } from './start-error';

/** The server that sends emails, and their sender. */
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

/** Sends by SMTP; throws when the server does not take it. */
export function mailer({ url, from }: SmtpOptions): (mail: Mail) => Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  return async ({ to, ...mail }) => {
    // As an object, the address is one, whatever it contains.
    await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
  };
}

/**
 * Reads `SMTP_URL` and `SMTP_FROM`.
 *
 * @throws StartError naming the first variable that cannot be used; without its value, which may hold a password.
 */
export function smtpOf(get: (name: string) => string | undefined): SmtpOptions | undefined {
  const url = get('SMTP_URL');
  const from = get('SMTP_FROM');
  if (!url && !from) return undefined;
  if (!url || !from)
    throw new StartError(`SMTP_URL and SMTP_FROM go together: set ${url ? 'SMTP_FROM' : 'SMTP_URL'}, too.`);
  if (!get('APP_URL'))
    throw new StartError('SMTP_URL needs APP_URL, the address of the links that it sends.');
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new StartError('SMTP_URL must look like smtps://user:password@mail.example.com.');
  return { url, from };
}
