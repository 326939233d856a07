import { FakeService } from '../lib/remote/fake-service';
import { preparedFolder, startOn } from './data-folders';
import { API_TOKEN } from './program';

/**
 * The contacts service that a console works on: its own; another Roster's; or somebody else's, which has exactly the five
 * published operations (`five`) or a list of contacts, too (`list`).
 */
export type ServiceKind = 'self-hosted' | 'roster' | 'list' | 'five';

export interface Service {
  kind: ServiceKind;
  /** What the program is started with, besides its data folder. */
  env: Record<string, string>;
  /** Of the other Roster, where there is one. */
  url: string | null;
  /** Somebody else's service, where there is one. */
  fake: FakeService | null;
  stop(): Promise<unknown>;
}

/** Starts the service that a console is to be connected to; self-hosted there is nothing to start. */
export async function startService(kind: ServiceKind): Promise<Service> {
  if (kind === 'self-hosted') {
    const env = { WEBHOOK_HOSTS: 'localhost' };
    return { kind, env, url: null, fake: null, stop: async () => {} };
  }
  if (kind === 'roster') {
    const { url, stop } = await startOn(await preparedFolder());
    const env = { CONTACTS_API_URL: `${url}/v1`, CONTACTS_API_TOKEN: API_TOKEN };
    return { kind, env, url, fake: null, stop };
  }
  const fake = new FakeService({ lists: kind === 'list', token: 'token-of-a-service-of-somebody-else' });
  await fake.start();
  const env = { CONTACTS_API_URL: fake.url, CONTACTS_API_TOKEN: fake.token };
  return { kind, env, url: null, fake, stop: () => fake.stop() };
}
