import { FakeService } from '../lib/replica/fake-service';
import { migratedFolder } from './data-folders';
import { API_TOKEN, startProgram } from './program';

/**
 * The contacts service that a console works on: its own; another Roster's; or somebody else's, which has exactly the five
 * published operations (`five`) or a list of contacts, too (`list`).
 */
export type ServiceKind = 'self-hosted' | 'roster' | 'list' | 'five';

export interface Answer {
  status: number;
  body: unknown;
}

export interface Service {
  kind: ServiceKind;
  /** What the program is started with, besides its data folder. */
  env: Record<string, string>;
  /** The stranger's service; `null` where it is a Roster. */
  fake: FakeService | null;
  /** Where it is, with the version prefix; self-hosted that is the program's, which has to be started first. */
  url(program: { url: string }): string;
  stop(): Promise<void>;
}

const FAKE_TOKEN = 'token-of-a-service-of-somebody-else';

/** Starts the service that a console is to be connected to; self-hosted there is nothing to start. */
export async function startService(kind: ServiceKind): Promise<Service> {
  if (kind === 'self-hosted')
    return { kind, env: {}, fake: null, url: ({ url }) => `${url}/v1`, stop: async () => {} };
  if (kind === 'roster') {
    const { folder, remove } = await migratedFolder();
    const remote = await startProgram({ DATA_DIR: folder });
    const url = `${remote.url}/v1`;
    return {
      kind,
      env: { CONTACTS_API_URL: url, CONTACTS_API_TOKEN: API_TOKEN },
      fake: null,
      url: () => url,
      async stop() {
        await remote.stop();
        await remove();
      },
    };
  }
  const fake = new FakeService({ lists: kind === 'list', token: FAKE_TOKEN });
  await fake.start();
  return {
    kind,
    env: { CONTACTS_API_URL: fake.url, CONTACTS_API_TOKEN: FAKE_TOKEN },
    fake,
    url: () => fake.url,
    stop: () => fake.stop(),
  };
}

/** Calls a service as any program would that has a token for it. */
export async function callService(
  service: Service,
  program: { url: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const made = service.fake && madeBySomebodyElse(service.fake, method, path, body);
  if (made) return made;
  const response = await fetch(`${service.url(program)}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${service.fake ? FAKE_TOKEN : API_TOKEN}`,
      'Content-Type': 'application/json',
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** What the interface of a stranger's service has no operation for: its own people do it, or look, in their own way. */
function madeBySomebodyElse(fake: FakeService, method: string, path: string, body: unknown): Answer | null {
  if (method === 'POST' && path === '/segments') {
    const { title } = body as { title: string };
    const segment = { id: crypto.randomUUID(), title, color: '#2563EB' };
    fake.segments.push(segment);
    return { status: 201, body: { data: segment } };
  }
  const [, id] = /^\/contacts\/([^/?]+)$/.exec(path) ?? [];
  if (method !== 'GET' || !id) return null;
  const contact = fake.contacts.get(id);
  return contact
    ? { status: 200, body: { data: contact } }
    : { status: 404, body: { error: { code: 'CONTACT_NOT_FOUND' } } };
}
