import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A message that an endpoint received. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; subjectId: string; data: Record<string, unknown> | null };
}

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** An endpoint of an integrator, for the tests of one `describe`. */
export class TestReceiver {
  readonly received: Received[] = [];
  /** Makes the answer to a message; tests may replace it. */
  answer: (message: Received) => Answer | Promise<Answer> = () => ({ status: 200, body: 'ok' });
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', async () => {
        const body = Buffer.concat(chunks).toString();
        const message = {
          path: request.url ?? '',
          headers: request.headers,
          body,
          event: JSON.parse(body),
        };
        this.received.push(message);
        const { status, body: answer, headers } = await this.answer(message);
        response.writeHead(status, headers).end(answer);
      });
    });
    beforeAll(() => new Promise<void>((resolve) => void this.server.listen(0, 'localhost', resolve)));
    afterAll(() => {
      this.server.closeAllConnections();
      this.server.close();
    });
  }

  /** The URL of an endpoint; each path is another endpoint. */
  url(path = '/'): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Clears the received messages, and answers 200 again. */
  reset(): void {
    this.received.length = 0;
    this.answer = () => ({ status: 200, body: 'ok' });
  }
}
