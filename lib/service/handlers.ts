import { listActivity } from './activity';
import {
  cancelBulkChange,
  createBulkChange,
  getBulkChange,
  listBulkChanges,
  runBulkChange,
  undoBulkChange,
} from './bulk-changes';
import { previewContacts, upsertContacts } from './contact-batch';
import { listContacts } from './contact-list';
import {
  deleteContact,
  deleteContacts,
  getContact,
  listRedemptions,
  updateContact,
  upsertContact,
} from './contacts';
import { getOrganization } from './organization';
import { previewContact } from './preview';
import { createReferralCode, listReferralCodes, updateReferralCode } from './referral-codes';
import type { Handlers } from './reply';
import { loadSampleData } from './sample-data';
import { countContactSegments } from './segment-counts';
import {
  createSegment,
  deleteSegment,
  listDeletedSegments,
  listSegments,
  restoreSegment,
  updateSegment,
} from './segments';
import { createToken, listTokens, revokeToken } from './tokens';
import { listTrash, purgeContacts, restoreContacts } from './trash';
import { upserter } from './upsert';

/** What answers each operation. */
export function handlers(options: { trashDays: number }): Handlers {
  const upsert = upserter();
  return {
    upsertContact: upsertContact(upsert),
    previewContact,
    upsertContacts: upsertContacts(upsert),
    previewContacts,
    listContacts,
    deleteContacts,
    getContact,
    updateContact,
    deleteContact,
    listRedemptions,
    countContactSegments,
    createBulkChange,
    listBulkChanges,
    getBulkChange,
    runBulkChange,
    cancelBulkChange,
    undoBulkChange,
    listTrash: listTrash(options.trashDays),
    restoreContacts,
    purgeContacts,
    listDeletedSegments: listDeletedSegments(options.trashDays),
    restoreSegment,
    listSegments,
    createSegment,
    updateSegment,
    deleteSegment,
    listReferralCodes,
    createReferralCode,
    updateReferralCode,
    listActivity,
    getOrganization,
    listTokens,
    createToken,
    revokeToken,
    loadSampleData,
  };
}
