import { expect, test } from 'vitest';
import { newSegmentId } from '@/components/segments/new-segments';
import type { Contact } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import { emptyValues, toFormValues } from './contact-form-values';
import { describeOvertaking, previewInWords, toUpdateRequest, toUpsertRequest } from './contact-preview';
import { ana } from './testing';

const vip = { id: '0198c0de-7a11-7000-8000-000000000001', title: 'VIP', color: null };
const ben: Contact = { ...ana, id: '0198c0de-7a11-7000-8000-0000000000bb', contact: { firstname: 'Ben' } };
const creates: ContactPreview = {
  outcome: 'create',
  email: 'ana@example.com',
  phone: null,
  unusualPhone: false,
  contact: null,
  etag: null,
  changes: [{ field: 'email', before: null, after: 'ana@example.com' }],
  segmentsAdded: [vip.id],
  segmentsRemoved: [],
  conflicts: {},
  referralCode: null,
};
const updates = (contact: Contact): ContactPreview => ({
  ...creates,
  outcome: 'update',
  contact,
  etag: '"1"',
  changes: [{ field: 'company', before: 'Acme', after: 'Globex' }],
});

test('previews only valid forms', () => {
  expect(toUpsertRequest(emptyValues)).toBeNull();
  expect(toUpsertRequest({ ...emptyValues, firstname: 'Ana' })).toBeNull();
  expect(toUpsertRequest({ ...emptyValues, email: 'ana@example.com', phone: '+49' })).toBeNull();
  expect(toUpsertRequest({ ...emptyValues, email: 'ana@example.com', phone: ' ' })).toEqual({
    id: null,
    body: { email: 'ana@example.com' },
  });
});

test('lists all changes of an existing contact, and of a new one those that the form does not show', () => {
  const redeems = { redeems: true, message: null };
  const body = { email: 'ana@example.com', segmentIds: [vip.id], referralCode: 'WELCOME' };
  const of = { id: null, body };
  expect(
    previewInWords({ of, preview: { ...updates(ana), referralCode: redeems } }, [vip], [newSegmentId('New')]),
  ).toEqual([
    { label: 'Company', before: 'Acme', after: 'Globex' },
    { label: 'Segments', before: null, after: '+ VIP, New' },
    { label: 'Referral code', before: null, after: 'redeems WELCOME' },
  ]);
  expect(previewInWords({ of, preview: creates }, [vip], [vip.id, newSegmentId('New')])).toEqual([]);
  const byCode = {
    of: { id: null, body: { email: 'ana@example.com', referralCode: 'WELCOME' } },
    preview: creates,
  };
  expect(previewInWords(byCode, [vip], [])).toEqual([{ label: 'Segments', before: null, after: '+ VIP' }]);
});

test('asks about the changes of an edit as they would be sent, and about none of an invalid one', () => {
  const base = toFormValues(ana);
  const typed = {
    ...base,
    email: ' ANA@example.com',
    company: ' ',
    segmentIds: [vip.id, newSegmentId('New')],
  };
  expect(toUpdateRequest(typed, ana)).toEqual({
    id: ana.id,
    body: { company: null, segmentIds: [vip.id] },
  });
  expect(toUpdateRequest(base, ana)).toBeNull();
  expect(toUpdateRequest({ ...base, email: 'ana@' }, ana)).toBeNull();
});

test('lists what an edit clears, adds and removes', () => {
  const of = { id: ana.id, body: { company: null, segmentIds: [] } };
  const preview = {
    ...updates(ana),
    changes: [{ field: 'company' as const, before: 'Acme', after: null }],
    segmentsAdded: [],
    segmentsRemoved: [vip.id],
  };
  expect(previewInWords({ of, preview }, [vip], [newSegmentId('New')])).toEqual([
    { label: 'Company', before: 'Acme', after: null },
    { label: 'Segments', before: null, after: '+ New − VIP' },
  ]);
});

test('says what made the preview out of date', () => {
  const changed = {
    ...ana,
    contact: { company: 'Initech' },
    segments: [{ segmentId: vip.id, assignedAt: ana.createdAt }],
  };
  expect(describeOvertaking(updates(ana), updates(changed), [vip])).toEqual({
    what: 'Someone else just changed ana@example.com.',
    changes: [
      { label: 'First name', before: 'Ana', after: null },
      { label: 'Company', before: 'Acme', after: 'Initech' },
      { label: 'Segments', before: null, after: 'added VIP' },
    ],
  });
  const said = (before: ContactPreview | null, now: ContactPreview) =>
    describeOvertaking(before, now, []).what;
  expect(said(creates, updates(ana))).toBe('Ana now has this email or phone.');
  expect(said(updates(ana), creates)).toBe('Ana no longer has this email or phone, or was deleted.');
  expect(said(updates(ana), updates(ben))).toBe(
    'Ana no longer has this email or phone, or was deleted. Ben now has this email or phone.',
  );
  expect(said(creates, creates)).toBe('Someone else saved first.');
  const conflict: ContactPreview = { ...creates, outcome: 'conflict', conflicts: { email: ana, phone: ben } };
  expect(said(updates(ana), conflict)).toBe('Email and phone now belong to two different contacts.');

  // Email or phone changed after the last preview.
  const elsewhere = { ...creates, email: 'zoe@example.com' };
  expect(said(elsewhere, updates(ana))).toBe('Ana has this email or phone.');
  expect(said(null, updates(ana))).toBe('Ana has this email or phone.');
  expect(said(updates(ana), elsewhere)).toBe('No contact has this email or phone.');
  expect(said(null, conflict)).toBe('Email and phone belong to two different contacts.');
});
