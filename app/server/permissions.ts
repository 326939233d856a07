import {
  type ActName,
  type Can,
  type FileName,
  files,
  type ReadName,
  reads,
} from '@/components/hooks/vocabulary';
import type { Capabilities } from '@/lib/contract/connection';
import { type OperationName, operations } from '@/lib/contract/operations';
import { type Role } from '@/lib/contract/role';
import { showsSecret } from '@/lib/contract/text';
import { may, type Permission, permissions } from '@/lib/staff/roles';

// All that the browser can ask for by name, with the permission that each needs. What is not listed is refused.

export const readPermissions: Readonly<Record<ReadName | FileName | 'logo', Permission>> = {
  countContactSegments: 'contacts:read',
  countContactValues: 'contacts:read',
  downloadExport: 'contacts:read',
  downloadRejectedRows: 'contacts:read',
  exportActivity: 'activity:read',
  exportContact: 'activity:read',
  exportContacts: 'contacts:read',
  getContact: 'contacts:read',
  getImport: 'contacts:read',
  getImportUndoPlan: 'contacts:read',
  getSegmentGrowth: 'segments:read',
  getService: 'contacts:read',
  getWebhook: 'webhooks:manage',
  listActivity: 'activity:read',
  listActors: 'activity:read',
  listBulkChanges: 'contacts:read',
  listCodeRedemptions: 'contacts:read',
  listContacts: 'contacts:read',
  listDeletedSegments: 'segments:read',
  listDeliveries: 'webhooks:manage',
  listDuplicates: 'contacts:read',
  listExports: 'contacts:read',
  listFormerAddresses: 'contacts:read',
  listImportRows: 'contacts:read',
  listImports: 'contacts:read',
  listLastSeen: 'contacts:read',
  listLatestBulkChanges: 'contacts:read',
  listRedemptions: 'contacts:read',
  listNotes: 'contacts:read',
  listReferralCodes: 'contacts:read',
  listSavedViews: 'contacts:read',
  listSegmentMoves: 'contacts:read',
  listSegments: 'segments:read',
  listSessions: 'profile:manage',
  listTeam: 'staff:manage',
  listTokens: 'tokens:manage',
  listTrash: 'contacts:read',
  listWebhooks: 'webhooks:manage',
  logo: 'profile:manage',
  previewContact: 'contacts:write',
  previewUpdate: 'contacts:write',
};

export const actPermissions: Readonly<Record<ActName, Permission>> = {
  cancelBulkChange: 'contacts:write',
  cancelImport: 'contacts:write',
  correctImport: 'contacts:write',
  createExport: 'contacts:read',
  createNote: 'contacts:write',
  createSegment: 'segments:write',
  createToken: 'tokens:manage',
  createWebhook: 'webhooks:manage',
  deleteContact: 'contacts:delete',
  deleteNote: 'contacts:write',
  deleteSegment: 'segments:write',
  deleteWebhook: 'webhooks:manage',
  loadSampleData: 'sample-data:load',
  mergeContacts: 'contacts:write',
  mergeSegments: 'segments:write',
  removeFormerAddress: 'contacts:write',
  resendDelivery: 'webhooks:manage',
  restoreContacts: 'contacts:delete',
  restoreSegment: 'segments:write',
  revokeToken: 'tokens:manage',
  rotateWebhookSecret: 'webhooks:manage',
  runBulkChange: 'contacts:write',
  runImport: 'contacts:write',
  testWebhook: 'webhooks:manage',
  undoBulkChange: 'contacts:write',
  undoImport: 'contacts:write',
  undoMerge: 'contacts:write',
  searchDuplicates: 'contacts:write',
  updateDuplicate: 'contacts:write',
  updateReferralCode: 'referral-codes:write',
  updateSegment: 'segments:write',
  updateWebhook: 'webhooks:manage',
};

/** Acts that want the password once more. */
export const confirmedActs: ReadonlySet<ActName> = new Set<ActName>([
  ...(Object.keys(actPermissions) as ActName[]).filter((name) => showsSecret(operations[name].data)),
  // Leads events elsewhere.
  'updateWebhook',
]);

/** Operations behind the actions of pages, which guard themselves: only what is offered depends on these. */
const offeredBy: Partial<Record<OperationName, Permission>> = {
  createBulkChange: 'contacts:write',
  createImport: 'contacts:write',
  createReferralCode: 'referral-codes:write',
  previewContacts: 'contacts:read',
  purgeContacts: 'contacts:purge',
  updateContact: 'contacts:write',
  upsertContact: 'contacts:write',
  upsertContacts: 'contacts:write',
};

/** Works on what is stored here, also while a connected service is down. */
const whileDown: ReadonlySet<string> = new Set([
  ...Object.keys(reads),
  ...files,
  'createExport',
  'previewContacts',
]);

/** What can be offered to a role, with what the service can do now. */
export function offeredTo(role: Role, capabilities: Capabilities): Can[] {
  const { change, loadSamples, readLatest, synchronize } = capabilities;
  const operations = Object.entries({ ...readPermissions, ...actPermissions, ...offeredBy }).filter(
    ([name, permission]) =>
      may(role, permission) && capabilities[name as OperationName] && (change || whileDown.has(name)),
  );
  const flags = { change, readLatest, synchronize };
  return [
    ...operations
      .map(([name]) => name as OperationName)
      .filter((name) => name !== 'loadSampleData' || loadSamples),
    ...permissions.filter((permission) => may(role, permission)),
    ...(Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => flags[flag]),
  ];
}
