import * as z from 'zod';
import { activity, activityExportQuery, activityListQuery, activityMeta } from './activity';
import { ACTOR_HEADER, actor } from './actor';
import {
  bulkChange,
  bulkChangeCreate,
  bulkChangeListQuery,
  segmentCounts,
  segmentCountsQuery,
  valueCounts,
  valueCountsQuery,
} from './bulk-change';
import {
  contact,
  contactIds,
  contactListQuery,
  contactUpdate,
  contactUpsert,
  listedContact,
  redemption,
} from './contact';
import { batchPreviews, batchReport, contactBatch } from './contact-batch';
import { contactData } from './contact-data';
import { contactPreview } from './contact-preview';
import { markCreate, markRemove, markRemoved, markSet } from './do-not-contact';
import { duplicate, duplicateListMeta, duplicateListQuery, duplicateUpdate } from './duplicate';
import { event, eventListQuery, eventMeta } from './event';
import { contactExport, contactExportQuery } from './export';
import { field, fieldCreate, fieldUpdate, MOST_FIELDS } from './field';
import { fieldDeleteQuery, fieldTypeChange, fieldTypePlan, fieldTypePreview } from './field-type';
import {
  contactImport,
  importCorrections,
  importCreateQuery,
  importListMeta,
  importListQuery,
  importRow,
  importRowsQuery,
  importUndoPlan,
  importUpdate,
} from './import';
import { contactMerge, formerAddress, formerAddressQuery, mergePreview, mergeUndo } from './merge';
import { note, noteCreate, noteListMeta, noteListQuery } from './note';
import type { Operation } from './operation';
import { pageMeta } from './page';
import {
  proposal,
  proposalApproval,
  proposalCreate,
  proposalDecline,
  proposalListQuery,
  proposalRow,
  proposalRowsMeta,
  proposalRowsQuery,
} from './proposal';
import {
  codeDay,
  codeRedemption,
  codeRedemptionsQuery,
  referralCode,
  referralCodeCreate,
  referralCodesQuery,
  referralCodeUpdate,
} from './referral-code';
import {
  deletedSegment,
  GROWTH_DAYS,
  MOVES_LISTED,
  membership,
  membershipQuery,
  segment,
  segmentCreate,
  segmentDay,
  segmentGrowthQuery,
  segmentListQuery,
  segmentMerge,
  segmentMove,
  segmentPurge,
  segmentRestore,
  segmentRuleChange,
  segmentRulePreview,
  segmentUpdate,
} from './segment';
import { count } from './text';
import { apiToken, createdToken, type Scope, scope, tokenCreate } from './token';
import { restoreResult, trashedContact, trashListQuery, trashRestore } from './trash';
import {
  delivery,
  deliveryListQuery,
  deliveryMeta,
  deliveryResend,
  webhook,
  webhookCreate,
  webhookUpdate,
  webhookWithSecret,
} from './webhook';

const countOnly = z.object({ count });

/** The token's organization and scopes. */
const organization = z
  .object({ id: z.guid(), name: z.string(), scopes: z.array(scope) })
  .meta({ id: 'Organization' });

/** Method, path and required scopes of an operation; a GET is safe to repeat, PUT and DELETE are idempotent. */
const route = <M extends 'GET' | 'PUT' | 'DELETE', P extends Operation['path']>(
  method: M,
  path: P,
  ...scopes: Scope[]
) => ({ method, path, scopes, repeat: method === 'GET' ? ('safe' as const) : ('idempotent' as const) });

/** Method, path and required scopes of a POST, each of which says whether a client may repeat it. */
const post = <P extends Operation['path']>(repeat: Operation['repeat'], path: P, ...scopes: Scope[]) => ({
  method: 'POST' as const,
  path,
  scopes,
  repeat,
});

/** Every operation of the API, by name. */
export const operations = {
  upsertContact: {
    ...post('idempotent', '/contacts', 'contacts:write'),
    summary: 'Create or update a contact',
    description:
      'Updates the contact with the same email or phone, or creates one. Absent, null and blank fields keep their stored values. Returns 409 if email and phone belong to two different contacts. With `If-Match`, updates only that version of the contact; with `If-None-Match: *`, only creates; returns 412 if it cannot. An error writes nothing.',
    body: contactUpsert,
    data: contact,
    creates: 'sometimes',
    conditional: true,
    idempotencyKey: 'answer',
    tagged: true,
  },
  previewContact: {
    ...post('safe', '/contacts/preview', 'contacts:write', 'contacts:read'),
    summary: 'Preview creating or updating a contact',
    description:
      'Takes the same body as `POST /contacts` and applies the same rules, but writes nothing. Conflicts and referral codes that cannot be redeemed are part of the preview; any other invalid input returns 400.',
    body: contactUpsert,
    data: contactPreview,
  },
  upsertContacts: {
    ...post('idempotent', '/contacts/batch', 'contacts:write'),
    summary: 'Create or update many contacts',
    description:
      'Validates and writes up to 1,000 contacts independently, by the rules of `POST /contacts`. Returns 200 with a result for each contact. Contacts that share an email or phone are written in request order. If the request fails midway, some contacts may have been written; it is safe to send it again.',
    body: contactBatch,
    data: batchReport,
    idempotencyKey: 'answer',
  },
  previewContacts: {
    ...post('safe', '/contacts/batch/preview', 'contacts:write', 'contacts:read'),
    summary: 'Preview creating or updating many contacts',
    description:
      'Takes the same body as `POST /contacts/batch`, but writes nothing. Previews each contact against the stored contacts, ignoring the rest of the batch.',
    body: contactBatch,
    data: batchPreviews,
  },
  listContacts: {
    ...route('GET', '/contacts', 'contacts:read'),
    summary: 'List, search, filter and sort contacts',
    description:
      'Searching for a complete email or phone number finds only that contact. To read all contacts, follow `nextCursor` in the default order: each contact that exists throughout is read once. To poll for changes, ask for `updatedFrom`, the greatest `updatedAt` read so far less one minute, by `sort=updatedAt`, and skip what is known by `id` and `updatedAt`: a change can be seen only some seconds after its `updatedAt`. Deletions and restored contacts, which come back as they were, are not among them; `GET /activity` lists those.',
    query: contactListQuery,
    data: z.array(listedContact),
    meta: pageMeta,
    revalidates: true,
  },
  previewUpdate: {
    ...post('safe', '/contacts/{id}/preview', 'contacts:write', 'contacts:read'),
    summary: 'Preview updating a contact',
    description:
      'Takes the same body as `PUT /contacts/{id}` and applies the same rules, but writes nothing. Conflicts are part of the preview; any other invalid input returns 400.',
    body: contactUpdate,
    data: contactPreview,
  },
  deleteContacts: {
    ...route('DELETE', '/contacts', 'contacts:write'),
    summary: 'Delete many contacts',
    description:
      'Moves contacts to the trash and returns their `count`. Unknown ids are ignored. To restore them all, pass the `Deletion-Id` header to `POST /trash/restore`.',
    body: contactIds,
    data: countOnly,
    deletes: true,
  },
  markDoNotContact: {
    ...post('idempotent', '/contacts/do-not-contact', 'contacts:write'),
    summary: 'Mark an email or phone “Do not contact”',
    description:
      'The mark is about the address: it comes back with it after a deletion, erasure or import, and also holds for an address that nobody has yet. The contact that has it is marked with all its addresses. A stricter reason replaces another one.',
    body: markCreate,
    data: markSet,
  },
  unmarkDoNotContact: {
    ...route('DELETE', '/contacts/do-not-contact', 'do-not-contact:remove'),
    summary: 'Remove the mark “Do not contact”',
    description:
      'From the address and all addresses of the contact that has it. The reason is recorded in the activity. Nothing else removes a mark.',
    body: markRemove,
    data: markRemoved,
  },
  getContact: {
    ...route('GET', '/contacts/{id}', 'contacts:read'),
    summary: 'Get a contact',
    description: 'The id of a contact that was merged into another one leads to the one that stays.',
    data: contact,
    tagged: true,
    follows: true,
  },
  exportContact: {
    ...route(
      'GET',
      '/contacts/{id}/export',
      'contacts:read',
      'segments:read',
      'referral-codes:read',
      'activity:read',
    ),
    summary: 'Export everything about a contact',
    description:
      'For people who ask what is stored about them: the contact, even in the trash, with segments, redemptions, its own referral codes, import rows and all activity.',
    data: contactData,
  },
  updateContact: {
    ...route('PUT', '/contacts/{id}', 'contacts:write'),
    alias: { method: 'PATCH', name: 'patchContact' },
    summary: 'Update a contact',
    description:
      'Takes any subset of the fields. Absent fields stay unchanged; null and blank fields are cleared. `segmentIds` replaces all assignments; segments that stay keep their `assignedAt`.',
    body: contactUpdate,
    data: contact,
    conditional: true,
    tagged: true,
    follows: true,
    errors: ['CONFLICT'],
  },
  deleteContact: {
    ...route('DELETE', '/contacts/{id}', 'contacts:write'),
    summary: 'Delete a contact',
    description: 'Moves the contact to the trash and returns it.',
    data: contact,
    conditional: true,
    tagged: true,
    deletes: true,
  },
  mergeContacts: {
    ...post('idempotent', '/contacts/{id}/merge', 'contacts:write'),
    summary: 'Merge another contact into a contact',
    description:
      'The contact of the path stays, with the fields in `take` from the other, the segments and redemptions of both and the earlier `createdAt`. Emails and phones that are not kept become its former addresses: they keep leading to it. The id of the other leads to it, too. `If-Match` and `fromMatch` name the versions of both; returns 412 if one has changed. Repeated, it returns the contact and the same `Merge-Id`. To undo the merge, pass the `Merge-Id` header to `POST /merges/{id}/undo`.',
    body: contactMerge,
    data: contact,
    conditional: true,
    tagged: true,
    merges: true,
  },
  previewMerge: {
    ...post('safe', '/contacts/{id}/merge/preview', 'contacts:write', 'contacts:read'),
    summary: 'Preview a merge',
    description: 'Takes the same body as `POST /contacts/{id}/merge`, but writes nothing.',
    body: contactMerge,
    data: mergePreview,
    conditional: true,
  },
  undoMerge: {
    ...post('idempotent', '/merges/{id}/undo', 'contacts:write'),
    summary: 'Undo a merge',
    description:
      'The contact that went comes back with its values, segments, codes and addresses. What was changed since on the one that stays is kept. Possible as long as the activity of the merge is kept; returns 409 if the merge was undone, one of the contacts was deleted or merged further, or another contact has one of their addresses.',
    data: mergeUndo,
    errors: ['CONFLICT'],
  },
  listFormerAddresses: {
    ...route('GET', '/contacts/{id}/former-addresses', 'contacts:read'),
    summary: 'List former addresses of a contact',
    description:
      'Emails, phones and ids of other systems that merges did not keep, and that still lead to the contact.',
    data: z.array(formerAddress),
  },
  removeFormerAddress: {
    ...route('DELETE', '/contacts/{id}/former-addresses', 'contacts:write'),
    summary: 'Remove a former address',
    description: 'Other contacts can use it again. Returns the former addresses that are left.',
    query: formerAddressQuery,
    data: z.array(formerAddress),
  },
  listDuplicates: {
    ...route('GET', '/duplicates', 'contacts:read'),
    summary: 'List likely duplicates, best first',
    description:
      'Pairs of contacts that are likely the same person, kept up by a search in the background. For the next page, pass `meta.nextCursor` as `cursor`.',
    query: duplicateListQuery,
    data: z.array(duplicate),
    meta: duplicateListMeta,
  },
  updateDuplicate: {
    ...route('PUT', '/duplicates', 'contacts:write'),
    summary: 'Mark two contacts as different',
    description:
      'With `dismissed`, they are not listed as likely duplicates any more; without, they are again.',
    body: duplicateUpdate,
    data: duplicateUpdate.pick({ dismissed: true }),
  },
  searchDuplicates: {
    ...post('idempotent', '/duplicates/search', 'contacts:write'),
    summary: 'Search for likely duplicates',
    description:
      'Starts a search in the background, unless one is under way. One starts by itself some minutes after contacts have changed.',
    data: duplicateListMeta.pick({ searchedAt: true, searching: true }),
  },
  listRedemptions: {
    ...route('GET', '/contacts/{id}/redemptions', 'contacts:read'),
    summary: 'List redeemed referral codes of a contact',
    description: 'Names each code and when the contact redeemed it.',
    data: z.array(redemption),
  },
  listNotes: {
    ...route('GET', '/contacts/{id}/notes', 'contacts:read'),
    summary: 'List notes about a contact, latest first',
    description: 'Returns up to 100; for the next ones, pass `meta.nextCursor` as `cursor`.',
    query: noteListQuery,
    data: z.array(note),
    meta: noteListMeta,
  },
  createNote: {
    ...post('never', '/contacts/{id}/notes', 'contacts:write'),
    summary: 'Add a note to a contact',
    description: 'Leaves the `updatedAt` of the contact alone.',
    body: noteCreate,
    data: note,
    creates: 'always',
  },
  deleteNote: {
    ...route('DELETE', '/notes/{id}', 'contacts:write'),
    summary: 'Delete a note',
    description: 'Returns it. Activity keeps its text until the contact is permanently deleted.',
    data: note,
  },
  countContactSegments: {
    ...post('safe', '/contacts/segment-counts', 'contacts:read'),
    summary: 'Count contacts by segment',
    description:
      'Counts the contacts selected by ids or filter: `total`, and the number in each segment. Pass `total` and `fingerprint` to `POST /bulk-changes` to change exactly these contacts.',
    body: segmentCountsQuery,
    data: segmentCounts,
  },
  countContactValues: {
    ...post('safe', '/contacts/value-counts', 'contacts:read'),
    summary: 'Count contacts by company or job title',
    description:
      'Counts the contacts selected by ids or filter that have `value` in a field already, have nothing there, or something else: what a bulk change of the field would replace.',
    body: valueCountsQuery,
    data: valueCounts,
  },
  createBulkChange: {
    // `contacts:read`: the response reveals how many contacts match.
    ...post('keyed', '/bulk-changes', 'contacts:write', 'contacts:read'),
    summary: 'Change many contacts at once',
    description:
      'Starts a background job; poll `GET /bulk-changes/{id}` for progress. The selection is fixed when the change is created; unknown ids are ignored. Returns 412 with the current `count` and `fingerprint` if `expectedCount` or `expectedFingerprint` does not match. Deleted contacts go to the trash; the id of the change is also the `Deletion-Id`. A `purge` also needs the scope `contacts:purge` and cannot be undone. An organization runs one bulk change at a time.',
    body: bulkChangeCreate,
    data: bulkChange,
    creates: 'always',
    idempotencyKey: 'job',
    errors: ['PRECONDITION_FAILED', 'CONFLICT'],
  },
  listBulkChanges: {
    ...route('GET', '/bulk-changes', 'contacts:read'),
    summary: 'List bulk changes, latest first',
    description: 'Returns up to 20. For the next page, pass the id of the last one as `before`.',
    query: bulkChangeListQuery,
    data: z.array(bulkChange),
  },
  getBulkChange: {
    ...route('GET', '/bulk-changes/{id}', 'contacts:read'),
    summary: 'Get a bulk change',
    description: 'Poll it while `state` is `running` or `undoing`.',
    data: bulkChange,
  },
  runBulkChange: {
    ...post('idempotent', '/bulk-changes/{id}/run', 'contacts:write'),
    summary: 'Resume a bulk change',
    description:
      'Resumes a cancelled or failed change whose undo has not started. For a running change, waits up to half a second for it to finish. Safe to repeat: each contact is changed only once.',
    data: bulkChange,
  },
  cancelBulkChange: {
    ...post('idempotent', '/bulk-changes/{id}/cancel', 'contacts:write'),
    summary: 'Stop a bulk change or its undo',
    description:
      'Keeps what is done so far. Call `run` to resume the change, or `undo` to start or resume its undo.',
    data: bulkChange,
  },
  undoBulkChange: {
    ...post('idempotent', '/bulk-changes/{id}/undo', 'contacts:write'),
    summary: 'Undo a bulk change',
    description:
      'Runs in the background until `state` is `undone`; stops a running change first. Restores deleted contacts from the trash unchanged. Restores segment assignments with their `assignedAt`, which updates `updatedAt`. Later changes to contacts are kept; `kept` names whoever was not undone, and why.',
    data: bulkChange,
  },
  exportContacts: {
    ...route('GET', '/contacts.csv', 'contacts:read', 'segments:read'),
    summary: 'Export contacts as CSV or .xlsx',
    description:
      'Streams all contacts, or those selected by filter or ids, as UTF-8. Phone numbers, and cells that a spreadsheet would run as a formula, start with an apostrophe, which an import removes again.',
    query: contactExportQuery,
    data: z.undefined(),
    download: 'text/csv',
  },
  createExport: {
    ...post('keyed', '/exports', 'contacts:read', 'segments:read'),
    summary: 'Export contacts in the background',
    description: 'Takes the query of `GET /contacts.csv`. The file can be downloaded for a day.',
    query: contactExportQuery,
    data: contactExport,
    creates: 'always',
    idempotencyKey: 'job',
    errors: ['CONFLICT'],
  },
  listExports: {
    ...route('GET', '/exports', 'contacts:read', 'segments:read'),
    summary: 'List the exports of the last day, latest first',
    description: 'Each file can be downloaded for a day.',
    data: z.array(contactExport),
  },
  getExport: {
    ...route('GET', '/exports/{id}', 'contacts:read', 'segments:read'),
    summary: 'Get an export',
    description: 'Poll it while `state` is `running`.',
    data: contactExport,
  },
  downloadExport: {
    ...route('GET', '/exports/{id}/file', 'contacts:read', 'segments:read'),
    summary: 'Download the file of an export',
    description: 'Returns 409 until the export is finished.',
    data: z.undefined(),
    download: 'text/csv',
    errors: ['CONFLICT'],
  },
  deleteExport: {
    ...route('DELETE', '/exports/{id}', 'contacts:read', 'segments:read'),
    summary: 'Delete an export and its file',
    description:
      'Stops it first if it is running. One that somebody else has made also needs `contacts:write`.',
    data: contactExport,
  },
  createImport: {
    ...post('never', '/imports', 'contacts:write', 'contacts:read'),
    summary: 'Upload a file of contacts',
    description:
      'The body is the file itself: CSV, TSV or other delimited text or vCards up to 200 MB, or an Excel workbook (.xlsx) or a zip or gzip file of these up to 50 MB. Of several sheets or files the first with addresses is read; `format.sheet` chooses another. Detects the format and the meaning of columns; correct them with `PUT /imports/{id}`. Nothing is imported yet.',
    query: importCreateQuery,
    upload: true,
    data: contactImport,
    creates: 'always',
  },
  listImports: {
    ...route('GET', '/imports', 'contacts:read'),
    summary: 'List the latest 50 imports, latest first',
    description: 'Includes the plan, progress and result of each. `meta` says how much storage uploads take.',
    query: importListQuery,
    data: z.array(contactImport),
    meta: importListMeta,
  },
  getImport: {
    ...route('GET', '/imports/{id}', 'contacts:read'),
    summary: 'Get an import',
    description: 'Poll it while it is being planned, run or undone.',
    data: contactImport,
  },
  updateImport: {
    ...route('PUT', '/imports/{id}', 'contacts:write', 'contacts:read'),
    summary: 'Change the format and settings of an import',
    description: 'Discards the plan. Returns 409 if the import has run.',
    body: importUpdate,
    data: contactImport,
    errors: ['CONFLICT'],
  },
  planImport: {
    ...post('idempotent', '/imports/{id}/plan', 'contacts:write', 'contacts:read'),
    summary: 'Plan an import',
    description:
      'Determines the outcome of each row by the rules of `POST /contacts`, in the background and without writing anything; poll `GET /imports/{id}` for progress. Creating segments also needs `segments:write`, a column of referral codes `referral-codes:read`.',
    data: contactImport,
    errors: ['VALIDATION_ERROR', 'CONFLICT'],
  },
  listImportRows: {
    ...route('GET', '/imports/{id}/rows', 'contacts:read'),
    summary: 'List the rows of an import with their outcomes',
    description: 'In file order, up to 100; for the next ones, pass `meta.next` as `after`.',
    query: importRowsQuery,
    data: z.array(importRow),
    meta: z.object({ next: z.int().nullable() }),
  },
  correctImport: {
    ...post('idempotent', '/imports/{id}/corrections', 'contacts:write', 'contacts:read'),
    summary: 'Correct cells of a planned import',
    description:
      'Plans the corrected rows once more, and no others. Later plans of the import apply the corrections as well, until its format changes. Returns 409 if the import has run or has no complete plan. With a `country` and more than 1,000 such numbers, the import is planned anew.',
    body: importCorrections,
    data: contactImport,
    errors: ['CONFLICT'],
  },
  downloadRejectedRows: {
    ...route('GET', '/imports/{id}/rejected.csv', 'contacts:read'),
    summary: 'Download the rejected rows of an import as CSV',
    description:
      'The original cells, with line and reason. After corrections, the file can be uploaded again.',
    data: z.undefined(),
    download: 'text/csv',
  },
  runImport: {
    ...post('idempotent', '/imports/{id}/run', 'contacts:write', 'contacts:read'),
    summary: 'Run a planned import, or resume it',
    description:
      'Checks each row again when it is imported; rows with another outcome than planned are listed as `changed`. Safe to repeat: each row is imported only once.',
    data: contactImport,
    errors: ['CONFLICT'],
  },
  cancelImport: {
    ...post('idempotent', '/imports/{id}/cancel', 'contacts:write', 'contacts:read'),
    summary: 'Stop the plan, the run or the undo of an import',
    description: 'Keeps what is done so far.',
    data: contactImport,
  },
  getImportUndoPlan: {
    ...route('GET', '/imports/{id}/undo', 'contacts:read'),
    summary: 'Preview the undo of an import',
    description: 'Counts the contacts that an undo would delete, restore or keep. Changes nothing.',
    data: importUndoPlan,
  },
  undoImport: {
    ...post('idempotent', '/imports/{id}/undo', 'contacts:write', 'contacts:read'),
    summary: 'Undo an import',
    description:
      'Moves created contacts to the trash, and restores the former values and segments of updated ones. Keeps contacts that have other values than the import left, and created ones that were merged, have notes or are used otherwise; the import is then `partly-undone`, and can be undone once more.',
    data: contactImport,
    errors: ['CONFLICT'],
  },
  listTrash: {
    ...route('GET', '/trash', 'contacts:read'),
    summary: 'List deleted contacts, latest deletion first',
    description: 'Deleted contacts stay here until they are restored or purged.',
    query: trashListQuery,
    data: z.array(trashedContact),
    meta: pageMeta,
  },
  restoreContacts: {
    ...post('idempotent', '/trash/restore', 'contacts:write'),
    summary: 'Restore deleted contacts',
    description: 'Restored contacts keep their ids, segments, redemptions and times.',
    body: trashRestore,
    data: restoreResult,
  },
  purgeContacts: {
    ...route('DELETE', '/trash', 'contacts:purge'),
    summary: 'Permanently delete contacts in the trash',
    description:
      'Erases the given contacts in the trash, with all that is stored about them. This cannot be undone. Other ids are ignored.',
    body: contactIds,
    data: countOnly,
  },
  listDeletedSegments: {
    ...route('GET', '/trash/segments', 'segments:read'),
    summary: 'List deleted segments, latest deletion first',
    description: 'Deleted segments stay here until they are restored or purged.',
    data: z.array(deletedSegment),
  },
  restoreSegment: {
    ...post('idempotent', '/trash/segments/{id}/restore', 'segments:write'),
    summary: 'Restore a deleted segment',
    description:
      'Restores the segment with its id, color, contacts (including `assignedAt`) and referral codes; permanently deleted contacts stay deleted. Returns 409 if another segment has its title by now; pass a new `title` to restore it anyway.',
    body: segmentRestore,
    data: segment,
    errors: ['CONFLICT'],
  },
  purgeSegments: {
    ...route('DELETE', '/trash/segments', 'segments:write', 'contacts:purge'),
    summary: 'Permanently delete segments in the trash',
    description: 'Contacts are kept. This cannot be undone. Other ids are ignored.',
    body: segmentPurge,
    data: countOnly,
  },
  listSegments: {
    ...route('GET', '/segments', 'segments:read'),
    summary: 'List all segments, by title',
    description: 'Pass `include=contactCount` for the number of contacts in each.',
    query: segmentListQuery,
    data: z.array(segment),
  },
  createSegment: {
    ...post('never', '/segments', 'segments:write'),
    summary: 'Create a segment',
    description: 'Without a `color`, the segment gets the next one of the palette.',
    body: segmentCreate,
    data: segment,
    creates: 'always',
    errors: ['CONFLICT'],
  },
  updateSegment: {
    ...route('PUT', '/segments/{id}', 'segments:write'),
    summary: 'Rename, recolor or describe a segment',
    description: 'Absent fields stay; a `description` that is null or blank is cleared.',
    body: segmentUpdate,
    data: segment,
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  previewSegmentRule: {
    ...post('safe', '/segments/{id}/rule/preview', 'segments:read', 'contacts:read'),
    summary: 'Count who would join and leave a segment with another rule',
    description:
      'Changes nothing. A rule of null previews the segment by hand, with the contacts assigned to it.',
    body: segmentRuleChange,
    data: segmentRulePreview,
  },
  deleteSegment: {
    ...route('DELETE', '/segments/{id}', 'segments:write'),
    summary: 'Delete a segment',
    description: 'Moves the segment to the trash and removes it from its contacts. The contacts are kept.',
    data: segment,
  },
  mergeSegments: {
    ...post('never', '/segments/{id}/merge', 'segments:write', 'contacts:write', 'contacts:read'),
    summary: 'Merge a segment into another',
    description:
      'Adds the contacts and referral codes of the segment to another one, then deletes it, in the background; poll `GET /bulk-changes/{id}` for progress. `POST /bulk-changes/{id}/undo` restores the segment and takes the contacts out of the other one again; referral codes keep both. Contacts in the trash are not added.',
    body: segmentMerge,
    data: bulkChange,
    creates: 'always',
    errors: ['CONFLICT'],
  },
  getSegmentGrowth: {
    ...route('GET', '/segments/{id}/growth', 'segments:read'),
    summary: 'Get the growth of a segment, day by day',
    description: `The last ${GROWTH_DAYS} days (UTC), or another number of \`days\`, oldest first, counted from activity. Contacts that move to the trash leave their segments. What was undone or restored from the trash is not counted. Days before activity was recorded show no movements.`,
    query: segmentGrowthQuery,
    data: z.array(segmentDay),
  },
  listSegmentMoves: {
    ...route('GET', '/segments/{id}/moves', 'segments:read', 'contacts:read'),
    summary: 'List who recently joined or left a segment, latest first',
    description: `Up to ${MOVES_LISTED}, from activity that is still kept.`,
    data: z.array(segmentMove),
  },
  getMembership: {
    ...route('GET', '/segments/{id}/membership', 'segments:read', 'contacts:read', 'activity:read'),
    summary: 'Say why a contact is in a segment, or not',
    description:
      'Each condition of the rule and whether it holds, since when the contact is in the segment or out of it, and what began that: found by replaying the recorded changes of the contact and the rule.',
    query: membershipQuery,
    data: membership,
  },
  listFields: {
    ...route('GET', '/fields', 'contacts:read'),
    summary: 'List the fields of the organization, in their order',
    description: 'Includes archived ones.',
    data: z.array(field),
  },
  createField: {
    ...post('never', '/fields', 'fields:manage'),
    summary: 'Create a field',
    description: `Contacts have its values in \`fields\`, by its \`key\`. Returns 409 if another field has the label or the key, or there are ${MOST_FIELDS}.`,
    body: fieldCreate,
    data: field,
    creates: 'always',
    errors: ['CONFLICT'],
  },
  updateField: {
    ...route('PUT', '/fields/{id}', 'fields:manage'),
    summary: 'Rename, move or archive a field, or change its options',
    description:
      'Absent properties stay. An archived field is hidden everywhere, and its values come back with it. Returns 409 if another field has the label, or contacts have an option that is left out.',
    body: fieldUpdate,
    data: field,
    errors: ['CONFLICT'],
  },
  deleteField: {
    ...route('DELETE', '/fields/{id}', 'fields:manage'),
    summary: 'Delete an archived field',
    description:
      'Returns it. Returns 409 with the `count` if contacts have values in it, unless `values` is this number: then deletes them, too, in the background; `GET /bulk-changes?type=fieldDeletion` has the progress. This cannot be undone. Returns 409 if the field is not archived.',
    query: fieldDeleteQuery,
    data: field,
    errors: ['CONFLICT'],
  },
  previewFieldType: {
    ...post('safe', '/fields/{id}/type/preview', 'fields:manage', 'contacts:read'),
    summary: 'Count values that another type of a field can have',
    description:
      'Changes nothing. Values are converted as an import reads them from an export: labels of options become text, `1 234,5` becomes a number. Without `options`, a choice gets them from the values. Ids are unique: the oldest contact with one keeps it.',
    body: fieldTypePreview,
    data: fieldTypePlan,
    errors: ['CONFLICT'],
  },
  changeFieldType: {
    ...post('never', '/fields/{id}/type', 'fields:manage', 'contacts:write'),
    summary: 'Change the type of a field',
    description:
      'New values have the new type at once; those that contacts have are converted in the background. Values that cannot be converted are cleared; returns 412 if they are more than `clear`. Poll `GET /bulk-changes/{id}` for progress. `POST /bulk-changes/{id}/undo` gives the field its former type and the contacts their former values; values that were changed since are converted back.',
    body: fieldTypeChange,
    data: bulkChange,
    creates: 'always',
    errors: ['PRECONDITION_FAILED', 'CONFLICT'],
  },
  listReferralCodes: {
    ...route('GET', '/referral-codes', 'referral-codes:read'),
    summary: 'List referral codes, latest first',
    description: 'Includes how often each was redeemed.',
    query: referralCodesQuery,
    data: z.array(referralCode),
  },
  createReferralCode: {
    ...post('never', '/referral-codes', 'referral-codes:write'),
    summary: 'Create a referral code',
    description: 'Returns 409 if a code with the same letters exists, in upper or lower case.',
    body: referralCodeCreate,
    data: referralCode,
    creates: 'always',
    errors: ['CONFLICT'],
  },
  updateReferralCode: {
    ...route('PUT', '/referral-codes/{id}', 'referral-codes:write'),
    summary: 'Update or deactivate a referral code',
    description: 'Absent fields keep their stored values. Nobody can redeem an inactive code.',
    body: referralCodeUpdate,
    data: referralCode,
  },
  listCodeRedemptions: {
    ...route('GET', '/referral-codes/{id}/redemptions', 'referral-codes:read', 'contacts:read'),
    summary: 'List who redeemed a referral code, latest first',
    description:
      'Returns up to 100; for the next ones, pass `meta.next` as `after`. Contacts in the trash are excluded.',
    query: codeRedemptionsQuery,
    data: z.array(codeRedemption),
    meta: z.object({ next: z.guid().nullable() }),
  },
  getCodeGrowth: {
    ...route('GET', '/referral-codes/{id}/growth', 'referral-codes:read'),
    summary: 'Get the uses of a referral code, day by day',
    description: `The last ${GROWTH_DAYS} days (UTC), or another number of \`days\`, oldest first. Uses by contacts that were permanently deleted count as earlier than these days.`,
    query: segmentGrowthQuery,
    data: z.array(codeDay),
  },
  listActivity: {
    // `contacts:read`: activity reveals fields of contacts.
    ...route('GET', '/activity', 'activity:read', 'contacts:read'),
    summary: 'List activity, latest first',
    description: 'Returns a page; for the next one, pass `meta.nextCursor` as `cursor`.',
    query: activityListQuery,
    data: z.array(activity),
    meta: activityMeta,
  },
  exportActivity: {
    ...route('GET', '/activity.csv', 'activity:read', 'contacts:read'),
    summary: 'Export activity as CSV, latest first',
    description:
      'Streams UTF-8 with a byte order mark; `before` and `after` are JSON. Cells that a spreadsheet would run as a formula start with an apostrophe.',
    query: activityExportQuery,
    data: z.undefined(),
    download: 'text/csv',
  },
  listEvents: {
    ...route('GET', '/events', 'events:read'),
    summary: 'Read the feed of events',
    description:
      'Every change of contacts, segments and referral codes, by whatever it was made, each once, in one order that never changes. Pass `meta.cursor` as `after` to go on; with `wait`, the request waits for the next event. A cursor lasts as long as activity is kept; an older one is 410 `GONE`: take one with `after=now`, then read `GET /contacts`. Deleting or restoring a segment is one event, whatever the number of its contacts.',
    query: eventListQuery,
    data: z.array(event),
    meta: eventMeta,
    errors: ['GONE'],
  },
  listActors: {
    ...route('GET', '/activity/actors', 'activity:read'),
    summary: 'List actors of recent activity, by name',
    description: 'Lists the people, tokens and jobs that the filter `actor` can name.',
    data: z.array(actor),
  },
  getOrganization: {
    ...route('GET', '/organization'),
    summary: 'Get the organization and scopes of the token',
    description: 'Works with any valid token.',
    data: organization,
  },
  listTokens: {
    ...route('GET', '/tokens', 'tokens:manage'),
    summary: 'List API tokens',
    description: 'Never includes the tokens themselves.',
    data: z.array(apiToken),
  },
  createToken: {
    ...post('never', '/tokens', 'tokens:manage'),
    summary: 'Create an API token',
    description: `The new token cannot exceed the calling token: it gets none of the scopes that token lacks, expires no later, and is revoked with it. The token itself is returned only once. \`staff:act\` is reserved for the console, which names the person it acts for in the header \`${ACTOR_HEADER}\`.`,
    body: tokenCreate,
    data: createdToken,
    creates: 'always',
  },
  revokeToken: {
    ...route('DELETE', '/tokens/{id}', 'tokens:manage'),
    summary: 'Revoke an API token',
    description:
      'Takes effect with the next request. Also revokes the tokens created with it. Returns 409 for tokens that were not `issued`.',
    data: apiToken,
    errors: ['CONFLICT'],
  },
  listWebhooks: {
    ...route('GET', '/webhooks', 'webhooks:read'),
    summary: 'List webhooks, oldest first',
    description: 'Never includes their secrets.',
    data: z.array(webhook),
  },
  createWebhook: {
    // `events:read`: the webhook receives the events of the feed.
    ...post('never', '/webhooks', 'webhooks:write', 'events:read'),
    summary: 'Create a webhook',
    description:
      'Sends each event of the feed from now on to the URL, as `POST` with the event as JSON, signed by the scheme of Standard Webhooks; `webhook-id` is the id of the event. Any answer from 200 to 299 is a success; redirects are not followed. Events of one contact arrive in order and at least once: one that fails is tried again, with growing pauses, before later ones of its contact; after three days the webhook is paused. The URL must be https and lead to a public address, unless the setting WEBHOOK_HOSTS has its host. The secret is returned only here and by its rotation. Returns 409 if there are 20 webhooks.',
    body: webhookCreate,
    data: webhookWithSecret,
    creates: 'always',
    errors: ['CONFLICT'],
  },
  getWebhook: {
    ...route('GET', '/webhooks/{id}', 'webhooks:read'),
    summary: 'Get a webhook',
    description: 'Never includes its secret.',
    data: webhook,
  },
  updateWebhook: {
    ...route('PUT', '/webhooks/{id}', 'webhooks:write', 'events:read'),
    summary: 'Change, pause or resume a webhook',
    description:
      'What happens while it is paused is sent when it is resumed, if its activity still exists. Resuming also sends at once what waits.',
    body: webhookUpdate,
    data: webhook,
  },
  deleteWebhook: {
    ...route('DELETE', '/webhooks/{id}', 'webhooks:write'),
    summary: 'Delete a webhook and its deliveries',
    description: 'Stops sending at once.',
    data: webhook,
  },
  rotateWebhookSecret: {
    ...post('never', '/webhooks/{id}/rotate-secret', 'webhooks:write'),
    summary: 'Replace the secret of a webhook',
    description: 'For 24 hours, messages are signed with the new and with the former secret.',
    data: webhookWithSecret,
  },
  testWebhook: {
    ...post('never', '/webhooks/{id}/test', 'webhooks:write'),
    summary: 'Send a test to a webhook',
    description: 'Sends one message of the type `webhook.test`, also while paused, and returns its result.',
    data: delivery,
  },
  listDeliveries: {
    ...route('GET', '/webhooks/{id}/deliveries', 'webhooks:read'),
    summary: 'List deliveries of the last 14 days, latest attempt first',
    description: 'Returns a page; for the next one, pass `meta.nextCursor` as `cursor`.',
    query: deliveryListQuery,
    data: z.array(delivery),
    meta: deliveryMeta,
  },
  resendDelivery: {
    ...post('never', '/webhooks/{id}/resend', 'webhooks:write'),
    summary: 'Send an event again',
    description:
      'Sends one event of the deliveries again, or tries one that waits at once; its result appears among the deliveries. Returns 409 while the webhook is paused.',
    body: deliveryResend,
    data: delivery,
    errors: ['CONFLICT'],
  },
  loadSampleData: {
    ...post(
      'idempotent',
      '/sample-data',
      'contacts:write',
      'segments:write',
      'referral-codes:write',
      'fields:manage',
    ),
    summary: 'Load sample data into an empty organization',
    description:
      'Creates a few hundred contacts, a dozen segments, some referral codes and fields. Returns 409 if the organization has contacts or segments.',
    data: countOnly,
    errors: ['CONFLICT'],
  },
  createProposal: {
    // `contacts:read`: the preview reveals which contacts exist and what they have.
    ...post('never', '/proposals', 'proposals:create', 'contacts:read'),
    summary: 'Propose a change',
    description:
      'Proposes an operation with its input: `upsertContacts` (up to 1,000 contacts), `createBulkChange` (by ids or a filter), `mergeContacts`, `createSegment` or `runImport` (one that is planned). Writes no contact: the answer has a preview, and a person approves it in the console, where it then runs exactly as shown. A token has at most 50 open proposals; after 30 days they expire.',
    body: proposalCreate,
    data: proposal,
    creates: 'always',
    errors: ['CONFLICT'],
  },
  listProposals: {
    ...route('GET', '/proposals', 'proposals:create'),
    summary: 'List proposals, latest first',
    description: 'A token lists its own; a person sees all. `meta.open` counts those that wait for a person.',
    query: proposalListQuery,
    data: z.array(proposal),
    meta: z.object({ open: count }),
  },
  getProposal: {
    ...route('GET', '/proposals/{id}', 'proposals:create'),
    summary: 'Get a proposal',
    data: proposal,
  },
  listProposalRows: {
    ...route('GET', '/proposals/{id}/rows', 'proposals:create', 'contacts:read'),
    summary: 'List what an open proposal would change, contact by contact',
    description: 'Returns a page; for the next one, pass `meta.next` as `after`. None once it has ended.',
    query: proposalRowsQuery,
    data: z.array(proposalRow),
    meta: proposalRowsMeta,
  },
  withdrawProposal: {
    ...post('idempotent', '/proposals/{id}/withdraw', 'proposals:create'),
    summary: 'Withdraw a proposal',
    data: proposal,
    errors: ['CONFLICT'],
  },
  approveProposal: {
    ...post('idempotent', '/proposals/{id}/approve', 'contacts:write', 'segments:write'),
    summary: 'Approve a proposal',
    description:
      'Only for a person who is signed in to the console. Returns 412 if the data has changed since the preview, which is then a new one.',
    body: proposalApproval,
    data: proposal,
    person: true,
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  declineProposal: {
    ...post('idempotent', '/proposals/{id}/decline', 'contacts:write'),
    summary: 'Decline a proposal',
    description: 'Only for a person who is signed in to the console.',
    body: proposalDecline,
    data: proposal,
    person: true,
    errors: ['CONFLICT'],
  },
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
