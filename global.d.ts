// Style sheets are imported for their effect only.
declare module '*.css';

/** As far as the tests use it: it has no types of its own. */
declare module 'oidc-provider' {
  export class Provider {
    constructor(issuer: string, options: object);
    callback(): (...requestAndResponse: unknown[]) => void;
  }
}
