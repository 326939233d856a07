import type * as z from 'zod';
import type { OperationName, Operations } from '@/lib/contract/operations';

/** Ids by resource. `others`: another contact. `events`: an event that a webhook was sent. */
export type ExampleIds = Record<'contacts' | 'others' | 'segments' | 'other/segments' | 'events', string>;

type Examples = {
  [N in OperationName as Operations[N] extends { body: z.ZodType } ? N : never]: (
    ids: ExampleIds,
  ) => Operations[N] extends { body: infer Body extends z.ZodType } ? z.input<Body> : never;
};

const contact = (ids: ExampleIds) => ({ email: 'new@b.example', segmentIds: [ids.segments] });
const contacts = (ids: ExampleIds) => ({ ids: [ids.contacts, ids.others] });

const examples: Examples = {
  upsertContact: contact,
  previewContact: contact,
  upsertContacts: (ids) => ({ contacts: [contact(ids)] }),
  previewContacts: (ids) => ({ contacts: [contact(ids)] }),
  updateContact: () => ({ firstname: 'Ana' }),
  previewUpdate: () => ({ firstname: 'Ana' }),
  deleteContacts: contacts,
  markDoNotContact: () => ({ email: 'gone@b.example', reason: 'asked' }),
  unmarkDoNotContact: () => ({ email: 'gone@b.example', reason: 'Asked again' }),
  mergeContacts: (ids) => ({ from: ids.others }),
  previewMerge: (ids) => ({ from: ids.others }),
  updateDuplicate: (ids) => ({ ...contacts(ids), dismissed: true }),
  createNote: () => ({ text: 'Called' }),
  countContactSegments: contacts,
  countContactValues: (ids) => ({ ...contacts(ids), field: 'company', value: 'Acme' }),
  createBulkChange: (ids) => ({
    change: { type: 'segments', add: [ids.segments], remove: [] },
    ...contacts(ids),
  }),
  restoreContacts: contacts,
  purgeContacts: contacts,
  createSegment: () => ({ title: 'Lead' }),
  updateSegment: () => ({ title: 'Lead' }),
  previewSegmentRule: () => ({ rule: { company: ['Acme'] } }),
  restoreSegment: () => ({}),
  purgeSegments: (ids) => ({ ids: [ids.segments] }),
  mergeSegments: (ids) => ({ into: ids['other/segments'] }),
  createField: () => ({ label: 'Region', type: 'text' }),
  updateField: () => ({ label: 'Region' }),
  previewFieldType: () => ({ type: 'number' }),
  changeFieldType: () => ({ type: 'number', clear: 0 }),
  createReferralCode: (ids) => ({ code: 'NEW', referrerId: ids.contacts, segmentIds: [ids.segments] }),
  updateReferralCode: () => ({ active: false, maxRedemptions: 1 }),
  createToken: () => ({ name: 'New', scopes: ['contacts:read'] }),
  createWebhook: () => ({ url: 'http://localhost:1/new' }),
  updateWebhook: () => ({ url: 'http://localhost:2/' }),
  resendDelivery: (ids) => ({ eventId: ids.events }),
  updateImport: () => ({ format: { encoding: 'utf-8', delimiter: ',', header: true } }),
  correctImport: () => ({ country: 'DE' }),
  createProposal: (ids) => ({
    title: 'Tag',
    reason: 'They asked.',
    operation: 'createBulkChange',
    input: { change: { type: 'segments', add: [ids.segments], remove: [] }, ...contacts(ids) },
  }),
  approveProposal: () => ({ version: '1' }),
  declineProposal: () => ({ comment: 'Not now' }),
};

/** A body with which the operation succeeds where these ids exist; `undefined` if it takes none. */
export const buildExampleBody = (name: OperationName, ids: ExampleIds): unknown =>
  (examples as Partial<Record<OperationName, (ids: ExampleIds) => unknown>>)[name]?.(ids);
