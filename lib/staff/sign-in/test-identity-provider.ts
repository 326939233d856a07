import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { IdentityProviderOptions } from '@/lib/system/identity-providers';

/** Claim `email_verified` by local part of the address; some companies send booleans as text or numbers. */
const verified: Record<string, unknown> = {
  unsaid: undefined,
  unverified: false,
  'text-false': 'false',
  'text-true': 'true',
  zero: 0,
  one: 1,
  null: null,
};

/** The claim `email_verified` of an address: `true` unless its local part is in `verified`. */
const verifiedOf = (id: string) => {
  const [name] = id.split('@') as [string];
  const claim = name in verified ? verified[name] : true;
  return claim === undefined ? {} : { email_verified: claim };
};

/** A real, local OpenID provider that accepts any person with any password. */
export class TestIdentityProvider {
  private constructor(
    private readonly server: Server,
    readonly options: IdentityProviderOptions,
  ) {}

  /** Starts a provider on a free port. @param origin Origin of Roster, for the redirect. */
  static async start(
    origin: string,
    options: Partial<IdentityProviderOptions> = {},
  ): Promise<TestIdentityProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client: IdentityProviderOptions = {
      id: 'acme',
      name: 'Acme',
      issuer,
      clientId: 'roster',
      clientSecret: 'a secret of the company tests',
      domains: ['acme.example'],
      role: 'viewer',
      ...options,
    };
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [`${origin}/sign-in/company/${client.id}/callback`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of the company tests'] },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          email: id,
          ...verifiedOf(id),
          name: `${id.split('@')[0]} of Acme`,
        }),
      }),
    });
    server.on('request', provider.callback());
    return new TestIdentityProvider(server, client);
  }

  /** Closes all connections, and stops. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Signs in as `email` with a new browser session; returns the URL the company redirects to. Throws if it does not. */
  async signIn(url: string, email: string): Promise<URL> {
    const jar = new Map<string, string>();
    let next = url;
    let form: URLSearchParams | undefined;
    for (let steps = 0; steps < 20; steps++) {
      const response = await fetch(next, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
        ...(form && { body: form }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      const page = await response.text();
      const location = response.headers.get('location');
      form = undefined;
      if (location) {
        const found = new URL(location, next);
        if (found.origin !== this.options.issuer) return found;
        next = found.href;
      } else {
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
        if (!prompt) throw new Error(`The company answered: ${page.slice(0, 500)}`);
        form = new URLSearchParams({ prompt, login: email, password: 'any' });
      }
    }
    throw new Error('The company does not come to an end.');
  }
}
