import { expect, it } from 'vitest';
import { readConfig } from './config';

const acme = {
  APP_URL: 'https://roster.example',
  OIDC_PROVIDERS: 'acme',
  OIDC_ACME_ISSUER: 'https://login.acme.example',
  OIDC_ACME_CLIENT_ID: 'roster',
  OIDC_ACME_CLIENT_SECRET: 'hidden',
};

it('reads identityProviders, and the account that may still use a password', () => {
  const env = {
    ...acme,
    OIDC_PROVIDERS: ' Acme, globex ',
    OIDC_ACME_NAME: 'Acme Inc.',
    OIDC_ACME_DOMAINS: 'acme.example, ACME.test',
    OIDC_ACME_ROLE: 'editor',
    OIDC_GLOBEX_ISSUER: 'http://127.0.0.1:3999',
    OIDC_GLOBEX_CLIENT_ID: 'roster',
    OIDC_GLOBEX_CLIENT_SECRET: 'hidden',
    PASSWORD_ONLY_FOR: 'Ada@example.com',
  };
  expect(readConfig(env)).toMatchObject({
    identityProviders: [
      {
        id: 'acme',
        name: 'Acme Inc.',
        issuer: 'https://login.acme.example',
        domains: ['acme.example', 'acme.test'],
        role: 'editor',
      },
      { id: 'globex', name: 'globex', domains: [], role: 'viewer' },
    ],
    passwordOnlyFor: 'ada@example.com',
  });
});

it.each([
  [{ APP_URL: '' }, /^OIDC_PROVIDERS needs APP_URL/],
  [{ OIDC_PROVIDERS: 'ac-me' }, /^OIDC_PROVIDERS must list/],
  [{ OIDC_ACME_CLIENT_SECRET: '' }, /set OIDC_ACME_CLIENT_SECRET/],
  [{ OIDC_ACME_ISSUER: 'http://login.acme.example' }, /^OIDC_ACME_ISSUER must be an https address/],
  [{ OIDC_ACME_ROLE: 'owner' }, /^OIDC_ACME_ROLE must be one of/],
  [{ OIDC_PROVIDERS: '', PASSWORD_ONLY_FOR: 'ada@example.com' }, /^PASSWORD_ONLY_FOR needs OIDC_PROVIDERS/],
])('refuses %j', (env, message) => {
  expect(() => readConfig({ ...acme, ...env })).toThrow(message);
});
