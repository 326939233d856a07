import { listActivity } from './activity';
import {
  cancelBulkChange,
  createBulkChange,
  getBulkChange,
  listBulkChanges,
  runBulkChange,
  undoBulkChange,
} from './bulk-changes';
import { listContacts } from './contact-list';
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
import { previewContact } from './contacts/preview';
import { getOrganization } from './organization';
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

/** What answers each operation. */
export function handlers(options: { trashDays: number }): Handlers {
  const write = contactWriter();
  return {
    upsertContact: upsertContact(write),
    previewContact,
    upsertContacts: upsertContacts(write),
    previewContacts,
    listContacts,
    deleteContacts,
    getContact,
    updateContact: updateContact(write),
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
