import { FakeService } from '../lib/remote/fake-service';
import { preparedFolder, startOn } from './data-folders';
import { API_TOKEN } from './program';

/**
 * The contacts service behind a console: its own, another Roster, or a foreign service with the five published operations
 * (`five`) or also a list of contacts (`list`).
 */
export type ServiceKind = 'self-hosted' | 'roster' | 'list' | 'five';

export interface Service {
  kind: ServiceKind;
  /** Environment of the program, besides its data folder. */
  env: Record<string, string>;
  /** URL of the other Roster, if there is one. */
  url: string | null;
  /** The foreign service, if there is one. */
  fake: FakeService | null;
  stop(): Promise<unknown>;
}

/** Starts the service to connect the console to. A self-hosted console needs none. */
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
