import { listActivity, listActors } from './activity/activity';
import { exportActivity } from './activity/export-activity';
import {
  cancelBulkChange,
  createBulkChange,
  getBulkChange,
  type Jobs,
  listBulkChanges,
  runBulkChange,
  undoBulkChange,
} from './bulk-changes/bulk-changes';
import { previewContacts, upsertContacts } from './contacts/contact-batch';
import { contactWriter } from './contacts/contact-writer';
import {
  deleteContact,
  deleteContacts,
  getContact,
  listRedemptions,
  updateContact,
  upsertContact,
} from './contacts/contacts';
import { exportContact } from './contacts/export-contact';
import { listContacts } from './contacts/list/contact-list';
import { previewContact } from './contacts/preview';
import { exportContacts } from './exports/export-contacts';
import { createExport, deleteExport, downloadExport, getExport, listExports } from './exports/exports';
import { createImport, updateImport } from './imports/create-import';
import {
  cancelImport,
  getImport,
  getImportUndoPlan,
  listImportRows,
  listImports,
  planImport,
  runImport,
  undoImport,
} from './imports/imports';
import { downloadRejectedRows } from './imports/rejected-rows';
import { getOrganization } from './organizations/organization';
import { listCodeRedemptions } from './referral-codes/code-redemptions';
import { createReferralCode, listReferralCodes, updateReferralCode } from './referral-codes/referral-codes';
import type { Handlers } from './reply';
import { loadSampleData } from './samples/sample-data';
import { countContactSegments } from './segments/segment-counts';
import {
  createSegment,
  deleteSegment,
  listDeletedSegments,
  listSegments,
  restoreSegment,
  updateSegment,
} from './segments/segments';
import { createToken, listTokens, revokeToken } from './tokens/tokens';
import { listTrash, purgeContacts, restoreContacts } from './trash/trash';

/** The handler of each operation. */
export function handlers({
  trashDays,
  jobs,
  country = null,
}: {
  trashDays: number;
  jobs: Jobs;
  country?: string | null;
}): Handlers {
  const write = contactWriter();
  return {
    upsertContact: upsertContact(write),
    previewContact,
    upsertContacts: upsertContacts(write),
    previewContacts,
    listContacts,
    deleteContacts,
    getContact,
    exportContact,
    updateContact: updateContact(write),
    deleteContact,
    listRedemptions,
    countContactSegments,
    createBulkChange: createBulkChange(jobs),
    listBulkChanges,
    getBulkChange,
    runBulkChange: runBulkChange(jobs),
    cancelBulkChange,
    undoBulkChange: undoBulkChange(jobs),
    exportContacts,
    createExport: createExport(jobs),
    listExports,
    getExport,
    downloadExport,
    deleteExport,
    createImport: createImport(country),
    listImports,
    getImport,
    updateImport: updateImport(country),
    planImport: planImport(jobs),
    listImportRows,
    downloadRejectedRows,
    runImport: runImport(jobs),
    cancelImport,
    getImportUndoPlan,
    undoImport: undoImport(jobs),
    listTrash: listTrash(trashDays),
    restoreContacts,
    purgeContacts,
    listDeletedSegments: listDeletedSegments(trashDays),
    restoreSegment,
    listSegments,
    createSegment,
    updateSegment,
    deleteSegment,
    listReferralCodes,
    createReferralCode,
    updateReferralCode,
    listCodeRedemptions,
    listActivity,
    exportActivity,
    listActors,
    getOrganization,
    listTokens,
    createToken,
    revokeToken,
    loadSampleData,
  };
}
