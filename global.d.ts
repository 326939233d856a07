// Style sheets are imported for their effect only.
declare module '*.css';

/** As far as the tests use it: it has no types of its own. */
declare module 'oidc-provider' {
  export default class Provider {
    constructor(issuer: string, options: object);
    callback(): (
      request: import('node:http').IncomingMessage,
      response: import('node:http').ServerResponse,
    ) => void;
  }
}
