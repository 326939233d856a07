/** The part of `compression` used here; its published types depend on those of Express. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default function compression(options?: {
    threshold?: number;
    level?: number;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
