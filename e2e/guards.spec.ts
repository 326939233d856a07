import { mutationPermissions, readPermissions } from '../app/server/permissions';
import type { Operation } from '../lib/contract/operation';
import { type OperationName, operations } from '../lib/contract/operations';
import { type Role, roles } from '../lib/contract/role';
import { may } from '../lib/staff/roles';
import { preparedFolder, startOn, team } from './data-folders';
import {
  ask,
  type BuiltAction,
  builtActions,
  builtPages,
  builtRoutes,
  type Heard,
  hasMiddleware,
  type Question,
} from './entries';
import {
  actions,
  buildBody,
  confirmed,
  inputs,
  type Needed,
  open,
  pages,
  posts,
  resourceOf,
  routes,
  withoutIds,
} from './guard-table';
import { expect, test } from './journey';
import type { Team } from './make-team';
import { API_TOKEN, type Program } from './program';

// Requests every page, route handler, server action and operation of the build without permission.

/** Part of data that no refused request may read. */
const CANARY = 'canary-contact';
/** Part of data in the sidebar, which also forbidden pages show. */
const LISTED = 'canary-listed';

/** Headers that have bypassed guards in other programs. */
const ways: Record<string, Record<string, string>> = {
  plainly: {},
  'as a subrequest': {
    'x-middleware-subrequest': Array(5).fill('middleware').join(':'),
    'x-middleware-subrequest-id': '1',
    'x-roster-key': '1',
  },
  'with a forged Host': {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
  },
  'by the router': { rsc: '1' },
  'as a prefetch': { rsc: '1', 'next-router-prefetch': '1' },
  'as a prefetch of a part': {
    rsc: '1',
    'next-router-prefetch': '1',
    'next-router-segment-prefetch': '/_full',
  },
};

let staff: Team;
let program: Program;
/** Ids by the resource before them in a path. */
const ids: Record<string, string> = {};
/** Tokens of another organization, or no longer valid. */
const tokens: Record<string, string> = {};

test.beforeAll(async () => {
  staff = team();
  program = await startOn(await preparedFolder(), {
    TRUSTED_PROXIES: '127.0.0.1',
    WEBHOOK_HOSTS: 'localhost',
  });
  ids.contacts = await make('/contacts', { email: `${CANARY}@example.com`, firstname: CANARY });
  ids.notes = await make(`/contacts/${ids.contacts}/notes`, { text: CANARY });
  ids['referral-codes'] = await make('/referral-codes', { code: CANARY });
  ids.fields = await make('/fields', { label: LISTED, type: 'text' });
  ids.segments = await make('/segments', { title: LISTED });
  ids.imports = await make(`/imports?name=${CANARY}.csv`, `email\n${CANARY}@example.com\n`);
  // The path of the page is `/import/[id]`.
  ids.import = ids.imports;
  tokens.expired = await makeToken({ expiresAt: new Date(Date.now() + 1_000).toISOString() });
  tokens.revoked = await makeToken({});
  await call(API_TOKEN, 'DELETE', `/tokens/${ids.tokens}`);
  tokens.other = staff.otherToken;
  ids.tokens = await make('/tokens', { name: CANARY, scopes: ['contacts:read'] });
  ids.trash = await make('/contacts', { email: `deleted-${CANARY}@example.com`, firstname: CANARY });
  await call(API_TOKEN, 'DELETE', `/contacts/${ids.trash}`);
  ids['bulk-changes'] = await make('/bulk-changes', {
    change: { type: 'segments', add: [ids.segments], remove: [] },
    ids: [ids.contacts],
  });
  ids.proposals = await make('/proposals', {
    title: CANARY,
    reason: CANARY,
    operation: 'createBulkChange',
    input: { change: { type: 'delete' }, ids: [ids.contacts] },
  });
  ids.exports = await make(`/exports?search=${CANARY}`, undefined);
  // No event of this type occurs.
  const types = ['referral-code.updated'];
  ids.webhooks = await make('/webhooks', { url: `http://localhost:9/${CANARY}`, types });
  ids.organizations = JSON.parse((await call(API_TOKEN, 'GET', '/organization')).body).data.id;
  const [viewer] = (await read('listTeam', staff.signedIn.admin)).filter(
    ({ email }) => email === 'viewer@example.com',
  );
  ids.team = viewer?.id ?? '';
  ids.sessions = (await read('listSessions', staff.signedIn.viewer))[0]?.id ?? '';
  const save = allActions().find(({ name }) => name === 'views/view-actions#createView') as BuiltAction;
  const { url, headers, ...question } = putAction(
    save,
    { title: LISTED, query: 'sort=name', shared: true },
    ids.organizations,
  );
  await ask(url, { ...question, headers: { ...headers, cookie: staff.signedIn.editor } });
  ids.views = (await read('listSavedViews', staff.signedIn.viewer))[0]?.id ?? '';
});
test.afterAll(() => program.stop());

function call(token: string, method: string, path: string, body?: unknown): Promise<Heard> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ask(`${program.url}/v1${path}`, { method, headers, ...(text !== undefined && { body: text }) });
}

async function make(path: string, body: unknown): Promise<string> {
  const { status, body: text } = await call(API_TOKEN, 'POST', path, body);
  expect(status, text).toBe(201);
  return (JSON.parse(text) as { data: { id: string } }).data.id;
}

/** Reads people, sessions or views through the console. */
async function read(
  what: 'listTeam' | 'listSessions' | 'listSavedViews',
  cookie: string,
): Promise<{ id: string; email?: string }[]> {
  const { data } = JSON.parse((await ask(`${program.url}/data/${what}`, { headers: { cookie } })).body);
  return what === 'listTeam' ? data.people : data;
}

async function makeToken(body: object): Promise<string> {
  const scopes = ['contacts:read', 'contacts:write', 'tokens:manage'];
  const { data } = JSON.parse(
    (await call(API_TOKEN, 'POST', '/tokens', { name: 'Old', scopes, ...body })).body,
  );
  ids.tokens = data.id;
  return data.token;
}

/** Fills the ids of existing items into a path. */
const fill = (address: string) =>
  address
    .replace(
      /(?<=\/)([\w-]+)\/(\[id\]|\{id\})/,
      (_, resource: string) => `${resource}/${ids[resource] ?? ids.contacts}`,
    )
    .replace('[...unknown]', 'unknown')
    .replace(/(?<=^\/data\/)\w+$/, (name) => {
      const resource = resourceOf(name);
      return resource ? `${name}?id=${ids[resource]}` : name;
    });

type Outcome = 'served' | 'forbidden' | 'signed out';

/** All requesters with the expected outcome. Public things are requested by strangers only. */
function askers(needed: Needed): { who: string; cookie: string; expected: Outcome | null }[] {
  const strangers = { nobody: '', forged: 'roster.session_token=made.up', ...staff.signedOut };
  const asStrangers = Object.entries(strangers).map(([who, cookie]) => ({ who, cookie }));
  if (needed === 'public') return asStrangers.map((asker) => ({ ...asker, expected: null }));
  return [
    ...asStrangers.map((asker) => ({ ...asker, expected: 'signed out' as const })),
    ...roles.map((role: Role) => ({
      who: role,
      cookie: staff.signedIn[role],
      expected: may(role, needed) ? ('served' as const) : ('forbidden' as const),
    })),
  ];
}

const [plainly, ...otherWays] = Object.entries(ways) as [[string, Question['headers']]];

/** Headers to try: permitted roles only plainly, forbidden roles in every way, each stranger plainly and in one other way. */
function waysOf(expected: Outcome | null, asker: number) {
  if (expected === 'served') return [plainly];
  if (expected === 'forbidden') return [plainly, ...otherWays];
  return [plainly, otherWays[asker % otherWays.length] ?? plainly];
}

/**
 * Requests in everybody's name, and in every way if the guard must refuse. Expects the outcome, and that nothing leaks.
 *
 * @param unrun A header with which Next does not run the page, so that there is no outcome to check.
 */
async function expectGuarded(
  what: string,
  needed: Needed,
  put: () => { url: string } & Question,
  outcomeOf: (heard: Heard) => Outcome,
  unrun = '',
): Promise<void> {
  await Promise.all(
    askers(needed).flatMap(({ who, cookie, expected }, asker) =>
      waysOf(expected, asker).map(async ([way, headers = {}]) => {
        const { url, ...question } = put();
        const heard = await ask(url, { ...question, headers: { cookie, ...question.headers, ...headers } });
        const told = `${what}, asked by ${who} ${way}: ${heard.status} ${heard.body.slice(0, 200)}`;
        if (expected && !(unrun in headers))
          expect([outcomeOf(heard), heard.status < 500], told).toEqual([expected, true]);
        // Skip the check for leaks if the request is permitted, or if Next has not run the page for a forbidden role.
        if (expected === 'served' || (unrun in headers && expected === 'forbidden')) return;
        expect(heard.body.includes(CANARY), told).toBe(false);
        if (expected !== 'forbidden') expect(heard.body.includes(LISTED), told).toBe(false);
        expect(JSON.stringify(heard.headers), told).not.toContain('evil.example');
      }),
    ),
  );
}

test('every page leads who is signed out to sign-in, and says no to whose role may not', async () => {
  expect(builtPages().sort()).toEqual(Object.keys(pages).sort());
  expect(hasMiddleware()).toBe(false);
  for (const [address, needed] of Object.entries(pages))
    await expectGuarded(
      address,
      needed,
      () => ({ url: program.url + fill(address) }),
      pageOutcome,
      'next-router-prefetch',
    );
});

function pageOutcome({ status, headers: { location = '' }, body }: Heard): Outcome {
  if (status === 403 || body.includes('NEXT_HTTP_ERROR_FALLBACK;403')) return 'forbidden';
  const isSent = /^\/sign-in(\?|$)/.test(location) || /NEXT_REDIRECT;\w+;\/sign-in/.test(body);
  return isSent ? 'signed out' : 'served';
}

test('every route handler answers 401 and 403', async () => {
  const found: string[] = [];
  const built = builtRoutes().flatMap((address) =>
    address === '/data/[name]' ? Object.keys(readPermissions).map((name) => `/data/${name}`) : address,
  );
  for (const address of new Set(built))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await ask(program.url + fill(address), { method, body: '' });
      // A POST to a page gets a 404 that names the API.
      const isNone = status === 405 || (status === 404 && body.includes('/v1'));
      if (!isNone) found.push(`${method} ${address}`);
    }
  expect(found.sort()).toEqual(Object.keys(routes).sort());
  for (const [route, needed] of Object.entries(routes)) {
    const [method = '', address = ''] = route.split(' ');
    const put = () => ({
      url: program.url + fill(address),
      method,
      ...(method === 'POST' && { body: '{}' }),
    });
    await expectGuarded(route, needed, put, ({ status }) => outcomeOfStatus(status));
  }
});

const outcomeOfStatus = (status: number): Outcome =>
  status === 401 ? 'signed out' : status === 403 ? 'forbidden' : 'served';

test('every server action refuses', async () => {
  // Calls some sixty actions in a dozen ways each.
  test.slow();
  const built = allActions();
  expect(mutations.map((name) => name.slice(7)).sort()).toEqual(Object.keys(mutationPermissions).sort());
  expect(built.map(({ name }) => name).sort()).toEqual(Object.keys(actions).sort());
  for (const action of built) {
    const { name } = action;
    const needed = actions[name] ?? 'public';
    const input = { of: 'no schema' };
    const put = () => putAction(action, input, needed === 'public' ? '' : ids.organizations);
    await expectGuarded(name, needed, put, actionOutcome, 'rsc');
    if (needed !== 'public') {
      const { url, headers, ...question } = putAction(action, input);
      const heard = await ask(url, { ...question, headers: { ...headers, cookie: staff.signedIn.admin } });
      expect(actionOutcome(heard), `${name} for any organization`).toBe('forbidden');
    }
    // The password of this session was confirmed long ago.
    for (const headers of needed === 'public' ? [] : Object.values(ways).filter((way) => !('rsc' in way))) {
      const { url, ...question } = put();
      const cookie = staff.stale;
      const { body } = await ask(url, { ...question, headers: { ...question.headers, ...headers, cookie } });
      expect(body.includes('"CONFIRM_PASSWORD"'), `${name}: ${body}`).toBe(confirmed.has(name));
    }
  }
});

/** The server actions of the build, with `mutate` replaced by one entry per operation. */
const allActions = (): BuiltAction[] =>
  builtActions().flatMap((action) =>
    action.name === MUTATE ? mutations.map((name) => ({ ...action, name })) : action,
  );

const MUTATE = 'server/mutate#mutate';
const mutations = Object.keys(actions).filter((name) => name.startsWith('mutate#'));

/** Request of a server action. `shown`: organization that the tab shows, which all but public actions take. */
function putAction({ id, name, page }: BuiltAction, input: unknown, shown = '') {
  const [, operation] = /^mutate#(\w+)/.exec(name) ?? [];
  const given = [...(operation ? [operation] : []), input, ...(shown ? [shown] : [])];
  return {
    url: program.url + fill(page),
    method: 'POST',
    headers: { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify(given),
  };
}

function actionOutcome({ body }: Heard): Outcome {
  const [, code] = /"code":"(\w+)"/.exec(body) ?? [];
  // A permitted role gets an error about the invalid input.
  return code === 'UNAUTHORIZED' ? 'signed out' : code === 'FORBIDDEN' ? 'forbidden' : 'served';
}

test('every operation refuses tokens that are none or lack its scopes', async () => {
  const scopeless = Object.entries<Operation>(operations).filter(([, { scopes }]) => scopes.length === 0);
  expect(scopeless.map(([name]) => name)).toEqual(open);
  await expect.poll(async () => (await call(tokens.expired ?? '', 'GET', '/organization')).status).toBe(401);
  const narrow: Record<string, string> = {};
  for (const scope of ['activity:read', 'tokens:manage']) {
    const { body } = await call(API_TOKEN, 'POST', '/tokens', { name: scope, scopes: [scope] });
    narrow[scope] = JSON.parse(body).data.token;
  }
  for (const base of ['/v1', '/api/v1'])
    for (const [index, [name, operation]] of Object.entries<Operation>(operations).entries()) {
      const { method, path, scopes } = operation;
      // Invalid tokens are limited by IP address, so each operation uses its own.
      const from = `192.0.2.${index}`;
      const put = (authorization: string | undefined, headers: Record<string, string> = {}) =>
        ask(program.url + base + fill(path), {
          method,
          headers: {
            ...headers,
            ...(authorization && { authorization }),
            'x-forwarded-for': from,
            'content-type': 'application/json',
          },
          ...(method !== 'GET' && { body: '{}' }),
        });
      const strangers = [undefined, API_TOKEN, `Bearer ${tokens.revoked}`, `Bearer ${tokens.expired}`];
      const tries = [...Object.values(ways), { cookie: staff.signedIn.admin }];
      await Promise.all(
        strangers.map(async (token, index) => {
          // Only the token counts, so one token per way is enough.
          for (const headers of tries.filter((_, way) => way % strangers.length === index)) {
            const heard = await put(token, headers);
            expect(heard.status, `${name} with ${token}`).toBe(401);
            expect(JSON.stringify(heard)).not.toContain(CANARY);
          }
        }),
      );
      const [, lacking] = Object.entries(narrow).find(([scope]) => !scopes.includes(scope as never)) ?? [];
      if (!open.includes(name)) expect((await put(`Bearer ${lacking}`)).status, name).toBe(403);
    }
});

/** Statuses of an id that the organization does not have. */
const NOT_FOUND = [400, 404];

/** Reads that record activity. Other reads show the same data. */
const RECORDED: ReadonlySet<string> = new Set([
  'exportContacts',
  'exportContact',
  'exportActivity',
  'downloadExport',
  'downloadRejectedRows',
]);

test('somebody of another organization sees and touches nothing of this one, by its ids', async () => {
  /** Everything that the organization's own token and admin can read. */
  const everything = async () => {
    const reads = Object.entries<Operation>(operations).filter(
      ([name, { method }]) => method === 'GET' && !RECORDED.has(name),
    );
    const heard = await Promise.all(reads.map(([, { path }]) => call(API_TOKEN, 'GET', fill(path))));
    const people = [
      await read('listTeam', staff.signedIn.admin),
      await read('listSessions', staff.signedIn.viewer),
      await read('listSavedViews', staff.signedIn.viewer),
    ];
    return JSON.stringify([...heard.map(({ body }) => body), people]).replace(
      /\w*(lastUsed|lastSeen|request|exported|searched)\w*\W+[\w.:-]+(\\")?/gi,
      '',
    );
  };
  // Wait until the jobs of the setup have ended.
  let before = '';
  await expect.poll(async () => before === (before = await everything()), { intervals: [1_000] }).toBe(true);
  expect(before).toContain(CANARY);
  expect(before).toContain(LISTED);
  const cookie = staff.elsewhere;
  const wrong: string[] = [];
  /** Requests in every way and expects no data, and one of these statuses, if given. */
  const getNothing = async (
    what: string,
    url: string,
    { headers, ...question }: Question,
    statuses?: readonly number[],
  ) => {
    for (const [way, more] of Object.entries(ways)) {
      const { status, body } = await ask(url, { ...question, headers: { ...headers, ...more } });
      const isExpected = statuses?.includes(status) ?? (status < 500 || 'rsc' in more);
      // An input with invalid fields would prove nothing.
      if (!isExpected || /canary-(contact|listed)/.test(body) || body.includes('Some fields are invalid.'))
        wrong.push(`${what} ${way}: ${status} ${body.slice(0, 300)}`);
    }
  };
  expect(Object.keys(posts)).toEqual(Object.keys(routes).filter((route) => route.startsWith('POST ')));
  for (const [address, needed] of Object.entries({ ...pages, ...routes })) {
    const [path = '', method] = address.split(' ').reverse();
    const isOfAnother = method !== undefined && /\?id=/.test(fill(path));
    const post = method === 'POST' ? { method, body: posts[address]?.(ids) ?? '' } : {};
    if (needed !== 'public')
      await getNothing(
        address,
        program.url + fill(path),
        { headers: { cookie }, ...post },
        isOfAnother ? NOT_FOUND : undefined,
      );
  }
  const ofSignedIn = Object.keys(actions).filter((name) => actions[name] !== 'public');
  expect([...Object.keys(inputs), ...withoutIds].sort()).toEqual(ofSignedIn.sort());
  for (const action of allActions()) {
    const input = inputs[action.name]?.(ids);
    const { url, headers, ...question } = putAction(action, input, staff.otherId);
    if (input) await getNothing(action.name, url, { ...question, headers: { ...headers, cookie } });
  }
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const { method, path } = operation;
    const headers = { authorization: `Bearer ${tokens.other}`, 'content-type': 'application/json' };
    const body = buildBody(name as OperationName, ids);
    // A body with invalid fields would prove nothing.
    if (operation.body) expect(operation.body.safeParse(body).success, name).toBe(true);
    await getNothing(
      name,
      `${program.url}/v1${fill(path)}`,
      { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }) },
      operation.person ? [403] : path.includes('{id}') ? NOT_FOUND : undefined,
    );
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toBe(before);
});
