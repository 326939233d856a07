import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitFieldValues, isFit, isSameValue } from '@/lib/contacts/field-values';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import {
  type Field,
  type FieldDefinition,
  type FieldValue,
  type FieldValues,
  fieldTypes,
  hasOptions,
} from '@/lib/contract/field';
import type { FieldTypePlan } from '@/lib/contract/field-type';
import { parseFieldValue } from '@/lib/contract/field-value';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '../testing/testing';
import { valueConverter } from './plan-type-change';

/** Sequences of up to 60 operations each. */
const RUNS = Number(process.env.MODEL_RUNS ?? 25);
const SEED = Number(process.env.MODEL_SEED ?? 56);

const labels = ['One', 'Two', 'Three'];
const options = [{ label: 'Pro' }, { label: '7' }, { label: 'Free plan' }];
const texts = [
  '7',
  '7.50',
  'yes',
  'true',
  'Pro',
  'pro',
  '2026-01-31',
  'https://a.example',
  'Pro, 7',
  'é',
  '',
];
const at = fc.nat({ max: 5 });
/** Values of the three fields, of the texts that fit; the last clears, and absent stays. */
const values = fc.array(fc.option(fc.nat({ max: texts.length }), { nil: undefined, freq: 4 }), {
  minLength: 3,
  maxLength: 3,
});
const of = <K extends string>(
  kind: K,
  weight: number,
  others: Record<string, fc.Arbitrary<number>> = {},
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), at, values, type: fc.nat({ max: 7 }), ...others }),
});
const step = fc.oneof(
  of('define', 3),
  of('upsert', 12),
  of('update', 5),
  of('archive', 2),
  of('retype', 6),
  of('retypeLater', 3),
  of('undo', 5),
  of('setMany', 3),
  of('trash', 3),
  of('restore', 3),
  of('merge', 3),
  of('unmerge', 3),
  of('delete', 2),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface ModelContact {
  values: Map<string, FieldValue>;
  trashed: boolean;
}

/** How a change of type or of many values is undone: what is kept then, by contact, with the reason. */
interface ModelChange {
  id: string;
  isUndone: boolean;
  undo(): Map<string, string> | null;
}

interface ModelMerge {
  id: string;
  from: string;
  into: string;
  values: Map<string, FieldValue>;
  given: Map<string, FieldValue>;
}

/** What organizations have in their fields, by the rules of `docs/decisions/interface.md`. */
class Run {
  private readonly fields = new Map<string, Field>();
  private readonly contacts = new Map<string, ModelContact>();
  private readonly changes: ModelChange[] = [];
  private readonly retyped: { field: string; change: ModelChange }[] = [];
  private readonly merges: ModelMerge[] = [];
  /** A change of type that no chunk has run of. */
  private pending: { key: string; run(): void } | undefined;
  private ids = 0;

  constructor(private readonly organization: TestOrganization) {}

  private get call() {
    return this.organization.call;
  }

  private definition(key: string): FieldDefinition | undefined {
    const field = this.fields.get(key);
    return field && { ...field, options: field.options ?? [] };
  }

  private definitions() {
    const all = [...this.fields].map(([key, { archived }]) => {
      return [key, { ...(this.definition(key) as FieldDefinition), archived }] as const;
    });
    return new Map(all);
  }

  private at<T>(list: Iterable<T>, index: number): T | undefined {
    const all = [...list];
    return all[index % Math.max(all.length, 1)];
  }

  /** What a step gives to fields, as it is sent and as it is stored. */
  private given(step: Step, isUpsert: boolean) {
    const sent: Record<string, unknown> = {};
    const stored = new Map<string, FieldValue | null>();
    for (const [index, text] of step.values.entries()) {
      const key = labels[index]?.toLowerCase() ?? '';
      const field = this.definition(key);
      if (text === undefined || !field || this.fields.get(key)?.archived) continue;
      const fitting = texts.filter((one) => parseFieldValue(field, one).value !== undefined);
      const raw =
        text === texts.length
          ? null
          : field.type === 'id'
            ? `K${this.ids++}`
            : (this.at(fitting, text) ?? null);
      const value = parseFieldValue(field, raw).value ?? null;
      if (isUpsert && value === null) continue;
      sent[key] = raw;
      stored.set(key, value);
    }
    return { sent, stored };
  }

  private write({ values }: ModelContact, stored: Map<string, FieldValue | null>): void {
    for (const [key, value] of stored)
      if (value === null) values.delete(key);
      else values.set(key, value);
  }

  /** Runs jobs, the pending change of type first. */
  private async work(): Promise<void> {
    await this.organization.api.jobs.runAll();
    this.pending?.run();
    this.pending = undefined;
  }

  async step(step: Step): Promise<void> {
    const live = [...this.contacts].filter(([, { trashed }]) => !trashed);
    const [id = '', contact] = this.at(live, step.at) ?? [];
    const field = this.at(this.fields.values(), step.at);
    switch (step.kind) {
      case 'define': {
        const label = labels[step.at % labels.length] as string;
        const type = fieldTypes[step.type] as Field['type'];
        const body = { label, type, ...(hasOptions(type) && { options }) };
        if (this.fields.has(label.toLowerCase())) return;
        const { data } = await this.call<Field>('POST', '/fields', body);
        this.fields.set(data.key, data);
        return;
      }
      case 'upsert': {
        const { sent, stored } = this.given(step, true);
        const body = { email: `${step.at}@x.example`, fields: sent };
        const answer = await this.call<Contact>('POST', '/contacts', body);
        // A former email does not give its contact a new id.
        if (answer.status === 409) return;
        const { data } = answer;
        const there = this.contacts.get(data.id) ?? { values: new Map(), trashed: false };
        this.contacts.set(data.id, there);
        return this.write(there, stored);
      }
      case 'update': {
        if (!contact) return;
        const { sent, stored } = this.given(step, false);
        expect((await this.call('PUT', `/contacts/${id}`, { fields: sent })).status).toBe(200);
        return this.write(contact, stored);
      }
      case 'archive': {
        if (!field) return;
        const { archived } = field;
        const answer = await this.call<Field>('PUT', `/fields/${field.id}`, { archived: !archived });
        expect(answer.status).toBe(this.pending?.key === field.key ? 409 : 200);
        if (answer.status === 200) this.fields.set(field.key, answer.data);
        return;
      }
      case 'retype':
        await this.retype(step, field);
        return this.work();
      case 'retypeLater':
        return this.retype(step, field);
      case 'undo':
        return this.undo(step);
      case 'setMany':
        return this.setMany(step);
      case 'trash':
        if (!contact) return;
        await this.call('DELETE', `/contacts/${id}`);
        contact.trashed = true;
        return;
      case 'restore': {
        const trashed = [...this.contacts].filter(([, one]) => one.trashed);
        const [back, one] = this.at(trashed, step.at) ?? [];
        if (!one) return;
        const { data } = await this.call<{ count: number; conflicts: object[] }>('POST', '/trash/restore', {
          ids: [back],
        });
        expect(data.count + Math.min(data.conflicts.length, 1)).toBe(1);
        one.trashed = data.count === 0;
        return;
      }
      case 'merge': {
        const [from, other] = this.at(live, step.at + 1 + step.type) ?? [];
        if (!contact || !other || !from || from === id) return;
        const answer = await this.call('POST', `/contacts/${id}/merge`, { from });
        const given = new Map([...other.values].filter(([key]) => !contact.values.has(key)));
        const fits = !given.has(this.pending?.key ?? '');
        expect(answer.status).toBe(fits ? 200 : 400);
        if (!fits) return;
        const merge = {
          id: answer.headers.get('Merge-Id') ?? '',
          from,
          into: id,
          values: other.values,
          given,
        };
        this.merges.push(merge);
        this.write(contact, given);
        this.contacts.delete(from);
        return;
      }
      case 'unmerge': {
        const merge = this.merges.at(-1);
        if (!merge) return;
        const { status } = await this.call('POST', `/merges/${merge.id}/undo`);
        const into = this.contacts.get(merge.into);
        // In the trash, or an id that would come back belongs to another contact.
        if (status !== 200) return expect(status).toBe(409);
        this.merges.pop();
        if (!into) throw new Error('The contact is gone.');
        const now = fitFieldValues(this.definitions(), Object.fromEntries(merge.given)).fit;
        for (const key of merge.given.keys())
          if (isSameValue(into.values.get(key) ?? null, now[key] ?? null)) into.values.delete(key);
        const { fit } = fitFieldValues(this.definitions(), Object.fromEntries(merge.values));
        this.contacts.set(merge.from, { values: new Map(Object.entries(fit)), trashed: false });
        return;
      }
      case 'delete':
        return this.delete(field);
    }
  }

  /** Begins a change of type. */
  private async retype(step: Step, field: Field | undefined): Promise<void> {
    if (!field || field.archived || this.pending) return;
    const { key } = field;
    const type = fieldTypes[step.type] as Field['type'];
    const body = { type, ...(hasOptions(type) && step.at % 2 === 0 && { options }) };
    const preview = await this.call<FieldTypePlan>('POST', `/fields/${field.id}/type/preview`, body);
    if (preview.status === 400) return;
    const { convertible, inconvertible } = preview.data;
    const answer = await this.call<BulkChange>('POST', `/fields/${field.id}/type`, {
      ...body,
      clear: inconvertible,
    });
    expect(answer.status).toBe(201);
    const from = this.definition(key) as FieldDefinition;
    const { data: fields } = await this.call<Field[]>('GET', '/fields');
    this.fields.set(key, fields.find((one) => one.key === key) as Field);
    const to = this.definition(key) as FieldDefinition;
    const records = new Map(
      [...this.contacts].flatMap(([id, { values }]) => {
        const value = values.get(key);
        return value === undefined ? [] : [[id, value] as const];
      }),
    );
    expect(records.size).toBe(convertible + inconvertible);
    const convert = valueConverter(from, to);
    const convertBack = valueConverter(to, from);
    const change: ModelChange = { id: answer.data.id, isUndone: false, undo: () => null };
    const latest = () => this.retyped.findLast((one) => one.field === field.id && !one.change.isUndone);
    change.undo = () => {
      const now = this.fields.get(key);
      if (now?.id !== field.id || now.archived || latest()?.change !== change) return null;
      this.fields.set(key, { ...now, type: from.type, options: from.options });
      const kept = new Map<string, string>();
      this.rewrite(key, from.type, records, (id, value) => {
        const former = records.get(id);
        const written =
          value === null && to.type === 'id' ? null : former !== undefined && (convert(former).value ?? null);
        if (former !== undefined && (isSameValue(value, former) || isSameValue(value, written || null)))
          return former;
        const back = value === null ? null : (convertBack(value).value ?? null);
        if (former !== undefined) kept.set(id, 'edited');
        return back;
      }).forEach((id) => void kept.set(id, 'unfit'));
      for (const id of records.keys()) if (!this.contacts.has(id)) kept.set(id, 'merged');
      return kept;
    };
    this.changes.push(change);
    this.retyped.push({ field: field.id, change });
    const run = () => {
      this.rewrite(key, to.type, records, (id, value) =>
        value !== null && isSameValue(value, records.get(id) ?? null)
          ? (convert(value).value ?? null)
          : value,
      );
    };
    // Without values, it is done at once.
    if (records.size > 0) this.pending = { key, run };
  }

  /** Gives contacts values as `decide` says, those in `first` first; returns the ids of those that lost theirs. */
  private rewrite(
    key: string,
    type: string,
    first: ReadonlyMap<string, unknown>,
    decide: (id: string, value: FieldValue | null) => FieldValue | null,
  ): string[] {
    const unfit: string[] = [];
    const taken = new Set<unknown>();
    const ids = [...this.contacts.keys()].sort();
    for (const id of [...ids.filter((id) => first.has(id)), ...ids.filter((id) => !first.has(id))]) {
      const { values, trashed } = this.contacts.get(id) as ModelContact;
      const value = values.get(key) ?? null;
      let wanted = decide(id, value);
      if (type === 'id' && wanted !== null && !trashed) {
        if (taken.has(wanted)) wanted = null;
        taken.add(wanted);
      }
      if (value !== null && wanted === null) unfit.push(id);
      this.write({ values, trashed }, new Map([[key, wanted]]));
    }
    return unfit;
  }

  private async undo(step: Step): Promise<void> {
    const change = this.at(this.changes.toReversed(), step.at % 4);
    if (!change || change.isUndone) return;
    await this.work();
    const { status } = await this.call('POST', `/bulk-changes/${change.id}/undo`);
    const kept = change.undo();
    expect(status).toBe(kept ? 200 : 409);
    if (!kept) return;
    await this.organization.api.jobs.runAll();
    change.isUndone = true;
    const { data } = await this.call<BulkChange>('GET', `/bulk-changes/${change.id}`);
    expect(data.state).toBe('undone');
    const told = (data.kept ?? []).map(({ contactId, reason }) => [contactId, reason] as const);
    expect(new Map(told)).toEqual(kept);
  }

  private async setMany(step: Step): Promise<void> {
    await this.work();
    const { sent, stored } = this.given(step, false);
    const [key = '', value = null] = this.at(stored, step.at) ?? [];
    if (!stored.has(key) || this.fields.get(key)?.type === 'id') return;
    const selected = [...this.contacts].filter(([, { trashed }]) => !trashed).slice(0, 3);
    if (selected.length === 0) return;
    const { data, status } = await this.call<BulkChange>('POST', '/bulk-changes', {
      change: { type: 'field', field: `fields.${key}`, value: sent[key] },
      ids: selected.map(([id]) => id),
    });
    expect(status).toBe(201);
    await this.organization.api.jobs.runAll();
    const records = new Map(
      selected.flatMap(([id, { values }]) => {
        const old = values.get(key) ?? null;
        return isSameValue(old, value) ? [] : [[id, old] as const];
      }),
    );
    for (const [, contact] of selected) this.write(contact, new Map([[key, value]]));
    const undo = () => {
      const kept = new Map<string, string>();
      for (const [id, old] of records) {
        const contact = this.contacts.get(id);
        const isBack =
          contact &&
          !contact.trashed &&
          isSameValue(contact.values.get(key) ?? null, value) &&
          this.fields.get(key)?.archived === false &&
          isFit(this.definitions(), key, old);
        if (isBack) this.write(contact, new Map([[key, old]]));
        else kept.set(id, contact?.trashed ? 'deleted' : contact ? 'edited' : 'merged');
      }
      return kept;
    };
    this.changes.push({ id: data.id, isUndone: false, undo });
  }

  /** Deletes a field forever, with its values. */
  private async delete(field: Field | undefined): Promise<void> {
    if (!field?.archived) return;
    await this.work();
    const count = [...this.contacts.values()].filter(({ values }) => values.has(field.key)).length;
    if (count > 0) {
      const refused = await this.call('DELETE', `/fields/${field.id}`);
      expect([refused.status, refused.error.details[0]?.count]).toEqual([409, count]);
    }
    expect((await this.call('DELETE', `/fields/${field.id}?values=${count}`)).status).toBe(200);
    await this.organization.api.jobs.runAll();
    this.fields.delete(field.key);
    for (const { values } of this.contacts.values()) values.delete(field.key);
  }

  /** Every value is the model's and fits its field, and ids lead to who has them. */
  async compare(): Promise<void> {
    const { api, id } = this.organization;
    const rows = await api.query<{ id: string; fields: FieldValues | null; trashed: boolean }>(
      'select id, fields, deleted_at is not null as trashed from contacts where organization_id = $1 and merged_into is null',
      [id],
    );
    const stored = rows.map((row) => [row.id, row.trashed, row.fields ?? {}]);
    const expected = [...this.contacts].map(([id, one]) => [id, one.trashed, Object.fromEntries(one.values)]);
    expect(stored.sort()).toEqual(expected.sort());
    const definitions = this.definitions();
    for (const { fields } of rows)
      for (const [key, value] of Object.entries(fields ?? {}))
        if (key !== this.pending?.key)
          expect([key, value, isFit(definitions, key, value)]).toEqual([key, value, true]);
    const lost = await api.query(
      `select c.id from contacts c join fields f on f.organization_id = c.organization_id and f.type = 'id' and c.fields ? f.key
       where c.organization_id = $1 and c.merged_into is null and f.key <> $2 and not exists (
         select from contact_ids i join contacts m on m.id = i.contact_id
         where i.organization_id = $1 and coalesce(m.merged_into, m.id) = c.id and i.field_key = f.key and i.value = c.fields ->> f.key and i.held = (c.deleted_at is null))`,
      [id, this.pending?.key ?? ''],
    );
    expect(lost).toEqual([]);
  }
}

describe.each(engines)('random definitions, types and values on $name', (engine) => {
  const api = new TestApi(engine);

  test(
    'keep each value, or say why not',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
          const run = new Run(await api.organization());
          for (const one of steps) {
            await run.step(one);
            await run.compare();
          }
          await api.jobs.runAll();
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    },
    120_000 + RUNS * 2_000,
  );
});
