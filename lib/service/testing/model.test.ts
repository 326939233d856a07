import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import { type Contact } from '@/lib/contract/contact';
import { contactFields } from '@/lib/contract/contact-fields';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Database } from '@/lib/database/database';
import { engines } from '@/lib/database/testing';
import { JobRunner } from '@/lib/jobs/job-runner';
import { bulkChangeJob } from '../bulk-changes/bulk-change-job';
import { createApi } from '../http/api';
import { createOrganization } from '../organizations/create-organization';
import { ServiceWebhooks } from '../webhooks/service-webhooks';
import {
  ContactModel,
  type Expected,
  type Fields,
  type ModelBulkChange,
  type ModelContact,
  type ModelMerge,
} from './testing-model';

const emails = ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'];
const phones = ['+4930901820', '+4930901821', '+4930901822', '+4930901823'];
const codes = [{ code: 'ONCE', maxRedemptions: 1 }, { code: 'MANY' }, { code: 'OFF', active: false }];
/** Sequences of up to 40 operations each. */
const RUNS = Number(process.env.MODEL_RUNS ?? 25);
const MISSING = '00000000-0000-4000-8000-00000000dead';

const position = fc.nat({ max: 11 });
const fields: fc.Arbitrary<Fields> = fc.record(
  {
    email: fc.constantFrom(...emails, '', null),
    phone: fc.constantFrom(...phones, null),
    firstname: fc.constantFrom('Ana', 'Ben', '', null),
    company: fc.constantFrom('Acme', ' ', null),
  },
  { requiredKeys: [] },
);
/** Positions in the list of segments ever made; some are gone, the last is none. */
const segmentPositions = fc.option(fc.array(fc.nat({ max: 4 }), { maxLength: 3 }), { nil: undefined });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('upsert' as const),
      fields,
      segments: segmentPositions,
      code: fc.option(fc.constantFrom('once', 'MANY', 'off', 'NONE'), { nil: undefined, freq: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      at: position,
      fields,
      segments: segmentPositions,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: position }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('deleteMany' as const, 'restore' as const, 'restore' as const, 'purge' as const),
      at: fc.array(position, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulkChange' as const),
      at: fc.array(position, { minLength: 1, maxLength: 6 }),
      // From one segment to another, or none; without both it deletes.
      add: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
      remove: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'work' as const,
        'work' as const,
        'work' as const,
        'undo' as const,
        'undo' as const,
        'run' as const,
        'cancel' as const,
      ),
      // Of the bulk changes there are, counted from the latest.
      of: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('deleteSegment' as const, 'restoreSegment' as const),
      at: fc.nat({ max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      at: position,
      from: position,
      take: fc.subarray(['email', 'phone', 'firstname', 'company'] as const),
    }),
  },
  {
    weight: 2,
    // Of the merges there were, counted from the latest.
    arbitrary: fc.record({ kind: fc.constant('undoMerge' as const), of: fc.nat({ max: 3 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe.each(engines)('random sequences of all operations on $name', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.close());

  test(
    'never diverge from a plain in-memory model',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          const run = await Run.start(database);
          for (const one of steps) await run.step(one);
          await run.compareAll();
        }),
        { numRuns: RUNS },
      );
    },
    120_000 + RUNS * 1_000,
  );
});

interface TestedBulkChange {
  id: string;
  model: ModelBulkChange;
  /** Contacts as they were when it ran. */
  before: Map<string, Contact>;
  after: Map<string, Contact>;
}

class Run {
  readonly model = new ContactModel();
  /** Ids of all contacts there ever were, and of all segments. */
  private readonly contactIds: string[] = [];
  private segmentIds: string[] = [];
  private readonly last = new Map<string, Contact>();
  /** Assignments to a deleted segment by contact. */
  private readonly taken = new Map<string, Map<string, Contact['segments'][number]>>();
  private readonly bulkChanges: TestedBulkChange[] = [];
  private readonly merges: { id: string; model: ModelMerge }[] = [];
  /** Those that the runner has to work on, in the order they were asked for. Each is one chunk. */
  private queue: TestedBulkChange[] = [];

  private constructor(
    private readonly api: { fetch(request: Request): Promise<Response> },
    private readonly token: string,
    private readonly jobs: JobRunner,
  ) {}

  static async start(database: Database): Promise<Run> {
    const { token } = await createOrganization(database, 'Model');
    const fail = (fields: object) => expect.fail(JSON.stringify(fields));
    const log = { error: fail, warn: fail };
    const jobs = new JobRunner({ database, log, kinds: bulkChangeJob() });
    // What the run before has left.
    await jobs.runAll();
    const idle = { wake: () => {} };
    const run = new Run(
      createApi({
        database,
        log,
        version: 'test',
        webhooks: new ServiceWebhooks('of the tests', new Set(['localhost'])),
        trashDays: 30,
        checkAnswers: true,
        jobs: idle,
      }),
      token,
      jobs,
    );
    for (const title of ['S0', 'S1', 'S2', 'S3']) {
      const { body } = await run.call('POST', '/segments', { title });
      run.segmentIds.push(body.data.id);
      run.model.segments.add(body.data.id);
    }
    run.segmentIds = [...run.segmentIds, MISSING];
    for (const [index, code] of codes.entries()) {
      const segmentIds = run.segmentIds.slice(index, index + 1);
      await run.call('POST', '/referral-codes', { ...code, segmentIds });
      run.model.codes.push({
        code: code.code,
        active: code.active ?? true,
        max: code.maxRedemptions ?? null,
        count: 0,
        segments: segmentIds,
        referrer: null,
      });
    }
    return run;
  }

  async call(method: string, path: string, body?: unknown) {
    const response = await this.api.fetch(
      new Request(`http://test/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as Record<string, any> };
  }

  async step(step: Step): Promise<void> {
    switch (step.kind) {
      case 'upsert': {
        const segmentIds = step.segments?.map((at) => this.segmentIds[at] as string);
        const body = { ...step.fields, segmentIds, referralCode: step.code };
        const preview = await this.call('POST', '/contacts/preview', body);
        const answer = await this.call('POST', '/contacts', body);
        const expected = this.model.upsert(step.fields, segmentIds, step.code?.toUpperCase(), () => {
          const id = answer.body.data?.id ?? 'none';
          expect(this.contactIds).not.toContain(id);
          this.contactIds.push(id);
          return id;
        });
        this.comparePreview(preview.body.data, answer, expected);
        return this.compare(step, answer, expected);
      }
      case 'update': {
        const segmentIds = step.segments?.map((at) => this.segmentIds[at] as string);
        const id = this.contactAt(step.at);
        const answer = await this.call('PUT', `/contacts/${id}`, { ...step.fields, segmentIds });
        return this.compare(step, answer, this.model.update(id, step.fields, segmentIds));
      }
      case 'delete': {
        const id = this.contactAt(step.at);
        const contact = this.model.live(id);
        const answer = await this.call('DELETE', `/contacts/${id}`);
        expect(answer.status).toBe(contact ? 200 : 404);
        if (contact) expect(answer.body.data).toEqual(this.last.get(id));
        this.model.remove([id]);
        return;
      }
      case 'deleteSegment': {
        const id = this.segmentIds[step.at] as string;
        const answer = await this.call('DELETE', `/segments/${id}`);
        const there = this.model.removeSegment(id);
        expect(answer.status).toBe(there ? 200 : 404);
        if (there) this.take(id);
        return;
      }
      case 'restoreSegment': {
        const id = this.segmentIds[step.at] as string;
        const answer = await this.call('POST', `/trash/segments/${id}/restore`, {});
        const back = this.model.restoreSegment(id);
        expect(answer.status).toBe(back ? 200 : 404);
        if (back) this.giveBack(id);
        return;
      }
      case 'merge':
        return this.merge(step);
      case 'undoMerge':
        return this.undoMerge(step.of);
      case 'bulkChange':
        return this.freeze(step);
      case 'work':
        return this.work();
      case 'run':
      case 'undo':
      case 'cancel':
        return this.ask(step.kind, step.of);
      default:
        return this.many(
          step.kind,
          step.at.map((at) => this.contactAt(at)),
        );
    }
  }

  private async merge(step: Extract<Step, { kind: 'merge' }>): Promise<void> {
    const [id, from] = [this.contactAt(step.at), this.contactAt(step.from)];
    const body = { from, take: step.take };
    const preview = await this.call('POST', `/contacts/${id}/merge/preview`, body);
    const answer = await this.call('POST', `/contacts/${id}/merge`, body);
    const { merge: model, ...expected } = this.model.mergeContacts(id, from, [...step.take]);
    expect(preview.status).toBe(answer.status);
    if (model) {
      const [survivor, merged] = [this.last.get(id), this.last.get(from)] as [Contact, Contact];
      const times = new Map(merged.segments.map(({ segmentId, assignedAt }) => [segmentId, assignedAt]));
      // The earlier assignment stays.
      for (const assignment of survivor.segments) {
        const at = times.get(assignment.segmentId) ?? assignment.assignedAt;
        if (at < assignment.assignedAt) assignment.assignedAt = at;
      }
    }
    this.compare(step, answer, expected);
    if (!model) return;
    const { contact } = preview.body.data;
    expect(answer.body.data).toEqual({ ...contact, updatedAt: answer.body.data.updatedAt });
    (this.last.get(from) as Contact).segments = [];
    this.merges.unshift({ id: answer.headers.get('Merge-Id') as string, model });
    await this.compareFormer(model.survivor);
  }

  private async undoMerge(of: number): Promise<void> {
    const merge = this.merges[of % this.merges.length];
    if (!merge) return;
    const { survivor, merged } = merge.model;
    const answer = await this.call('POST', `/merges/${merge.id}/undo`);
    const { status } = this.model.undoMerge(merge.model);
    expect({ of, body: answer.body, status: answer.status }).toMatchObject({ of, status });
    if (status !== 200) return;
    const { contact, restored } = answer.body.data as { contact: Contact; restored: Contact };
    for (const [one, model] of [
      [contact, survivor],
      [restored, merged],
    ] as const) {
      expect(plain(one)).toEqual(modelled(model));
      expect((await this.call('GET', `/contacts/${one.id}`)).body.data).toEqual(one);
      this.last.set(one.id, one);
      await this.compareFormer(model);
    }
  }

  private async compareFormer(contact: ModelContact): Promise<void> {
    const { body } = await this.call('GET', `/contacts/${contact.id}/former-addresses`);
    const merged = this.model.contacts.filter(({ into }) => into === contact);
    const values = merged.flatMap(({ email, phone }) => [email ?? [], phone ?? []].flat());
    expect(body.data.map(({ value }: { value: string }) => value).sort()).toEqual(values.sort());
  }

  private take(id: string): void {
    const taken = new Map<string, Contact['segments'][number]>();
    for (const contact of this.last.values()) {
      const assignment = contact.segments.find(({ segmentId }) => segmentId === id);
      if (!assignment) continue;
      taken.set(contact.id, assignment);
      contact.segments = contact.segments.filter((one) => one !== assignment);
    }
    this.taken.set(id, taken);
  }

  private giveBack(id: string): void {
    for (const [contactId, assignment] of this.taken.get(id) ?? []) {
      const into = this.model.contacts.find((one) => one.id === contactId)?.into;
      const contact = this.last.get(into?.id ?? contactId) as Contact;
      const keyOf = ({ assignedAt, segmentId }: typeof assignment) => assignedAt + segmentId;
      const had = contact.segments.find(({ segmentId }) => segmentId === id);
      const first = had && keyOf(had) < keyOf(assignment) ? had : assignment;
      contact.segments = [...contact.segments.filter((one) => one !== had), first].sort((one, other) =>
        keyOf(one) < keyOf(other) ? -1 : 1,
      );
    }
  }

  private async many(kind: 'deleteMany' | 'restore' | 'purge', ids: string[]): Promise<void> {
    if (kind === 'deleteMany') {
      const answer = await this.call('DELETE', '/contacts', { ids });
      expect(answer.body.data).toEqual({ count: this.model.remove(ids) });
    } else if (kind === 'purge') {
      const answer = await this.call('DELETE', '/trash', { ids });
      expect(answer.body.data).toEqual({ count: this.model.purge(ids) });
    } else {
      const trash = await this.call('GET', '/trash?pageSize=100');
      const order = trash.body.data.map((contact: Contact) => contact.id);
      const answer = await this.call('POST', '/trash/restore', { ids });
      expect(answer.body.data.count).toBe(this.model.restore(ids, order));
    }
  }

  private async freeze(step: { at: number[]; add?: number; remove?: number }): Promise<void> {
    const ids = step.at.map((at) => this.contactAt(at));
    const [add, remove] = [step.add, step.remove].map((at) =>
      at === undefined ? [] : [this.segmentIds[at] as string],
    ) as [string[], string[]];
    const segments = add.length + remove.length > 0 ? { add, remove } : null;
    const change = segments ? { type: 'segments', ...segments } : { type: 'delete' };
    const answer = await this.call('POST', '/bulk-changes', { change, ids });
    const unknown = [...add, ...remove].some((id) => !this.model.segments.has(id));
    const refused = unknown || (segments !== null && add[0] === remove[0]);
    expect(answer.status).toBe(refused ? 400 : 201);
    if (refused) return;
    const model = this.model.freeze(ids, segments);
    expect(answer.body.data).toMatchObject(progress(model));
    const made = { id: answer.body.data.id, model, before: new Map(), after: new Map() };
    this.bulkChanges.unshift(made);
    if (model.state === 'running') this.queue.push(made);
  }

  private async ask(verb: 'run' | 'undo' | 'cancel', of: number): Promise<void> {
    const change = this.bulkChanges[of % this.bulkChanges.length];
    if (!change) return;
    const { id, model } = change;
    const isActive = model.state === 'running' || model.state === 'undoing';
    // To ask once more for what is under way would only wait for it.
    if (verb === 'undo' ? model.state === 'undoing' : verb === 'run' && isActive) return;
    const starts = verb === 'undo' ? model.state !== 'undone' : model.state === 'cancelled' && !model.undo;
    if (verb === 'cancel') {
      if (isActive) model.state = 'cancelled';
    } else if (starts) {
      model.undo = verb === 'undo';
      model.state = model.undo ? 'undoing' : 'running';
    }
    this.queue = this.queue.filter((one) => one !== change);
    if (model.state === 'running' || model.state === 'undoing') this.queue.push(change);
    const answer = await this.call('POST', `/bulk-changes/${id}/${verb}`);
    expect(answer.body.data).toMatchObject(progress(model));
  }

  private async work(): Promise<void> {
    const change = this.queue.shift();
    const trash = await this.call('GET', '/trash?pageSize=100');
    expect(await this.jobs.runNext()).toBe(change !== undefined);
    if (!change) return;
    const { id, model, before, after } = change;
    const ran = model.state === 'running';
    const undone = model.state === 'undoing';
    if (ran) {
      for (const one of model.ids) before.set(one, structuredClone(this.last.get(one) as Contact));
      this.model.run(model);
    } else {
      const order = trash.body.data.map((contact: Contact) => contact.id);
      this.model.undo(model, order);
    }
    const answer = await this.call('GET', `/bulk-changes/${id}`);
    expect(answer.body.data).toMatchObject(progress(model));
    for (const one of model.ids) {
      const contact = this.model.live(one);
      if (!contact) continue;
      const now = (await this.call('GET', `/contacts/${one}`)).body.data as Contact;
      expect(plain(now)).toEqual(modelled(contact));
      const last = this.last.get(one);
      if (!model.done.has(one) || !(ran || undone)) expect(now).toEqual(last);
      // Who has not been changed since is as before, but for the time of the last change: that is the undo.
      else if (undone && JSON.stringify(last) === JSON.stringify(this.known(after.get(one))))
        expect(now).toEqual({ ...this.known(before.get(one)), updatedAt: now.updatedAt });
      this.last.set(one, now);
      if (ran) after.set(one, structuredClone(now));
    }
  }

  /** The contact without its segments that have been deleted since. */
  private known(contact: Contact | undefined) {
    const segments = contact?.segments.filter(({ segmentId }) => this.model.segments.has(segmentId));
    return { ...contact, segments };
  }

  private contactAt(at: number): string {
    return this.contactIds[at] ?? MISSING;
  }

  /** What was said that the upsert would do is what it did. */
  private comparePreview(
    preview: ContactPreview | undefined,
    { status, body }: Awaited<ReturnType<Run['call']>>,
    { changed }: Expected,
  ): void {
    const said = !preview
      ? 400
      : preview.referralCode?.message
        ? 400
        : preview.outcome === 'conflict'
          ? 409
          : preview.outcome === 'create'
            ? 201
            : 200;
    expect({ preview, said }).toMatchObject({ said: status });
    if (!preview || status >= 400) return;
    const after = body.data as Contact;
    const before = this.last.get(after.id);
    expect(preview.contact).toEqual(before ?? null);
    expect(preview.outcome === 'unchanged').toBe(!changed);
    const values = new Map(preview.changes.map((change) => [change.field, change.after]));
    for (const field of contactFields) {
      const valueOf = (contact: Contact | undefined) =>
        contact && (field === 'email' || field === 'phone' ? contact[field] : contact.contact[field]);
      expect(values.get(field) ?? valueOf(before) ?? null).toBe(valueOf(after) ?? null);
    }
    const assigned = new Set(before?.segments.map(({ segmentId }) => segmentId));
    const added = after.segments.map(({ segmentId }) => segmentId).filter((id) => !assigned.has(id));
    expect([...preview.segmentsAdded].sort()).toEqual(added.sort());
  }

  private compare(step: Step, answer: Awaited<ReturnType<Run['call']>>, expected: Expected): void {
    expect({ step, status: answer.status, body: answer.body }).toMatchObject({
      step,
      status: expected.status,
    });
    if (expected.paths) {
      const paths = answer.body.error.details.map((detail: { path: string }) => detail.path);
      expect(paths.sort()).toEqual(expected.paths.sort());
    }
    if (!expected.contact) return;
    const contact = answer.body.data as Contact;
    expect(plain(contact)).toEqual(modelled(expected.contact));
    const before = this.last.get(contact.id);
    if (before && !expected.changed) expect(contact).toEqual(before);
    for (const assignment of before?.segments ?? [])
      if (expected.contact.segments.has(assignment.segmentId))
        expect(contact.segments).toContainEqual(assignment);
    this.last.set(contact.id, contact);
  }

  /** What lists, counters and history say, against the model. */
  async compareAll(): Promise<void> {
    const live = this.model.contacts.filter((contact) => !contact.deleted);
    const list = await this.call('GET', '/contacts?pageSize=100&sort=createdAt');
    expect(list.body.meta.total).toBe(live.length);
    const sorted = (contacts: { id: string }[]) =>
      contacts.sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(sorted(list.body.data.map(plain))).toEqual(sorted(live.map(modelled)));
    for (const contact of list.body.data) expect(contact).toEqual(this.last.get(contact.id));
    const trash = await this.call('GET', '/trash?pageSize=100');
    const deleted = this.model.contacts.filter((contact) => contact.deleted && !contact.into);
    expect(trash.body.meta.total).toBe(deleted.length);
    for (const contact of live) await this.compareFormer(contact);
    const segments = await this.call('GET', '/segments?include=contactCount');
    for (const { id, contactCount } of segments.body.data)
      expect(contactCount).toBe(live.filter((contact) => contact.segments.has(id)).length);
    expect(segments.body.data.length).toBe(this.model.segments.size);
    const stored = await this.call('GET', '/referral-codes');
    for (const { code, redemptionCount } of stored.body.data)
      expect(redemptionCount).toBe(this.model.codes.find((one) => one.code === code)?.count);
    for (const contact of this.model.contacts) {
      const history = await this.call('GET', `/activity?pageSize=100&action=contact&subjectId=${contact.id}`);
      expect(history.body.data.length).toBe(contact.changes);
      const changes = history.body.data.filter(({ action }: Activity) => action === 'contact.updated');
      if (changes.length > 0 && !contact.deleted)
        expect(changes[0].at <= (this.last.get(contact.id)?.updatedAt ?? '')).toBe(true);
    }
  }
}

const plain = ({ id, email, phone, contact, segments }: Contact) => ({
  id,
  email,
  phone,
  contact,
  segments: segments.map(({ segmentId }) => segmentId).sort(),
});

const modelled = ({ id, email, phone, firstname, company, segments }: ContactModel['contacts'][number]) => ({
  id,
  email,
  phone,
  contact: { ...(firstname && { firstname }), ...(company && { company }) },
  segments: [...segments.keys()].sort(),
});

const progress = ({ ids, state, processed, changed, gone, undone, conflicts }: ModelBulkChange) => ({
  total: ids.length,
  state,
  processed,
  changed,
  gone,
  undone,
  conflicts,
});
