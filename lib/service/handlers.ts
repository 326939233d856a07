import * as activity from './activity/activity';
import * as exportActivity from './activity/export-activity';
import * as bulkChanges from './bulk-changes/bulk-changes';
import { deleteField } from './bulk-changes/field-deletion';
import * as mergeSegments from './bulk-changes/merge-segments';
import * as typeChange from './bulk-changes/type-change';
import * as valueCounts from './bulk-changes/value-counts';
import * as contactBatch from './contacts/contact-batch';
import * as contactList from './contacts/contact-list';
import * as contacts from './contacts/contacts';
import * as doNotContact from './contacts/do-not-contact';
import * as exportContact from './contacts/export-contact';
import * as merge from './contacts/merge';
import * as preview from './contacts/preview';
import * as duplicates from './duplicates/duplicates';
import * as events from './events/events';
import * as exportContacts from './exports/export-contacts';
import * as storedExports from './exports/exports';
import * as fields from './fields/fields';
import * as correctImport from './imports/correct-import';
import * as createImport from './imports/create-import';
import * as imports from './imports/imports';
import * as rejectedRows from './imports/rejected-rows';
import * as notes from './notes/notes';
import * as organization from './organizations/organization';
import * as proposals from './proposals/proposals';
import * as codeRedemptions from './referral-codes/code-redemptions';
import * as referralCodes from './referral-codes/referral-codes';
import * as sampleData from './samples/sample-data';
import * as membership from './segments/membership';
import { previewSegmentRule } from './segments/preview-rule';
import { purgeSegments } from './segments/purge-segment';
import * as segmentCounts from './segments/segment-counts';
import * as segmentGrowth from './segments/segment-growth';
import * as segments from './segments/segments';
import type { Handlers } from './shared/reply';
import * as tokens from './tokens/tokens';
import * as trash from './trash/trash';
import * as deliveries from './webhooks/deliveries';
import * as webhooks from './webhooks/webhooks';

/** The handler of each operation, under its name in one of these modules. */
export const handlers: Handlers = {
  ...activity,
  ...exportActivity,
  ...bulkChanges,
  ...valueCounts,
  ...contactBatch,
  ...contacts,
  ...doNotContact,
  ...exportContact,
  ...contactList,
  ...merge,
  ...preview,
  ...duplicates,
  ...events,
  ...exportContacts,
  ...storedExports,
  ...correctImport,
  ...createImport,
  ...imports,
  ...rejectedRows,
  ...fields,
  ...typeChange,
  deleteField,
  ...notes,
  ...organization,
  ...proposals,
  ...codeRedemptions,
  ...referralCodes,
  ...sampleData,
  ...mergeSegments,
  ...segmentCounts,
  ...membership,
  ...segmentGrowth,
  ...segments,
  previewSegmentRule,
  purgeSegments,
  ...tokens,
  ...trash,
  ...deliveries,
  ...webhooks,
};
