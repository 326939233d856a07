/** The part of `compression` that is used; its own types come with those of Express. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default function compression(options?: {
    threshold?: number;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
