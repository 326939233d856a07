import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { mailer, parseSmtp } from './mailer';
import { settings } from './settings';

/** A server for one email; resolves with what it received. */
async function smtpServer() {
  let got = '';
  const server = createServer((socket) => {
    let isMessage = false;
    socket.write('220 test\r\n');
    socket.on('data', (data: Buffer) => {
      const text = data.toString();
      got += text;
      if (isMessage) {
        if (!text.endsWith('\r\n.\r\n')) return;
        isMessage = false;
        socket.write('250 OK\r\n');
      } else if (text.startsWith('DATA')) {
        isMessage = true;
        socket.write('354 Go on\r\n');
      } else socket.write(text.startsWith('QUIT') ? '221 Bye\r\n' : '250 OK\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, got: () => got, server };
}

it('sends to one address, whatever it contains', async () => {
  const { url, got, server } = await smtpServer();
  const send = mailer({ url, from: 'Roster <roster@example.com>' });
  await send({ to: 'ana,eve@example.com', subject: 'Join Größe & Co', text: 'The link\n' });
  server.close();
  expect(got()).toMatch(/^MAIL FROM:<roster@example.com>/m);
  expect(got().match(/^RCPT TO:/gm)).toHaveLength(1);
  expect(got()).toContain('The link');
});

it('reports missing settings', () => {
  const read = (env: Record<string, string>) => parseSmtp(settings(env));
  const whole = { APP_URL: 'https://a.test', SMTP_URL: 'smtps://u:hunter2@mail.test', SMTP_FROM: 'r@a.test' };
  expect(read({})).toBeUndefined();
  expect(read(whole)).toEqual({ url: whole.SMTP_URL, from: whole.SMTP_FROM });
  expect(() => read({ SMTP_URL: whole.SMTP_URL })).toThrow('set SMTP_FROM, too');
  expect(() => read({ ...whole, APP_URL: '' })).toThrow('SMTP_URL needs APP_URL');
  expect(() => read({ ...whole, SMTP_URL: 'hunter2' })).toThrow(/^SMTP_URL must look like(?!.*hunter2)/);
});
