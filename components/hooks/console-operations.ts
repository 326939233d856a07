import type { Answer as AnswerOf, JsonInput } from '@/lib/call';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { ConnectionStatus } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import type { SavedView } from '@/lib/contract/saved-view';
import type { Permission } from '@/lib/staff/roles';
import type { OpenSession, Team } from '@/lib/staff/staff';

/** Operations that the browser may read, with permission and topic. The last ones are the console's own. */
export const reads = {
  countContactSegments: { topic: 'contacts', permission: 'contacts:read' },
  countContactValues: { topic: 'contacts', permission: 'contacts:read' },
  getContact: { topic: 'contacts', permission: 'contacts:read' },
  getImport: { topic: 'imports', permission: 'contacts:read' },
  getImportUndoPlan: { topic: 'imports', permission: 'contacts:read' },
  getSegmentGrowth: { topic: 'segments', permission: 'segments:read' },
  getWebhook: { topic: 'webhooks', permission: 'webhooks:manage' },
  listActivity: { topic: 'activity', permission: 'activity:read' },
  listActors: { topic: 'activity', permission: 'activity:read' },
  listBulkChanges: { topic: 'bulk-changes', permission: 'contacts:read' },
  listCodeRedemptions: { topic: 'referral-codes', permission: 'contacts:read' },
  listContacts: { topic: 'contacts', permission: 'contacts:read' },
  listDeletedSegments: { topic: 'segments', permission: 'segments:read' },
  listDeliveries: { topic: 'webhooks', permission: 'webhooks:manage' },
  listDuplicates: { topic: 'contacts', permission: 'contacts:read' },
  listExports: { topic: 'exports', permission: 'contacts:read' },
  listFormerAddresses: { topic: 'contacts', permission: 'contacts:read' },
  listImportRows: { topic: 'imports', permission: 'contacts:read' },
  listImports: { topic: 'imports', permission: 'contacts:read' },
  listNotes: { topic: 'contacts', permission: 'contacts:read' },
  listRedemptions: { topic: 'contacts', permission: 'contacts:read' },
  listReferralCodes: { topic: 'referral-codes', permission: 'contacts:read' },
  listSegmentMoves: { topic: 'segments', permission: 'contacts:read' },
  listSegments: { topic: 'segments', permission: 'segments:read' },
  listTokens: { topic: 'tokens', permission: 'tokens:manage' },
  listTrash: { topic: 'contacts', permission: 'contacts:read' },
  listWebhooks: { topic: 'webhooks', permission: 'webhooks:manage' },
  previewContact: { topic: 'contacts', permission: 'contacts:write' },
  previewUpdate: { topic: 'contacts', permission: 'contacts:write' },

  getService: { topic: 'service', permission: 'contacts:read' },
  listLastSeen: { topic: 'contacts', permission: 'contacts:read' },
  listLatestBulkChanges: { topic: 'bulk-changes', permission: 'contacts:read' },
  listSavedViews: { topic: 'views', permission: 'contacts:read' },
  listSessions: { topic: 'sessions', permission: 'profile:manage' },
  listTeam: { topic: 'team', permission: 'staff:manage' },
} as const satisfies Partial<
  Record<OperationName | keyof OwnReads, { topic: string; permission: Permission }>
>;

/** Results of the console's own reads, which are no operations of the API. */
export interface OwnReads {
  getService: ServiceView;
  /** When the service last returned contacts, by their ids. */
  listLastSeen: Record<string, string>;
  /** The latest bulk changes, and all that are running. */
  listLatestBulkChanges: BulkChange[];
  /** The person's saved views, then shared ones. */
  listSavedViews: SavedView[];
  listSessions: OpenSession[];
  listTeam: Team;
}

export type ReadName = keyof typeof reads;

/** Reads that are invalidated together. The topic is the first part of the query key. */
export type Topic = (typeof reads)[ReadName]['topic'];

/** Files that the browser may download, with their permission. */
export const files = {
  downloadExport: 'contacts:read',
  downloadRejectedRows: 'contacts:read',
  exportActivity: 'activity:read',
  exportContact: 'activity:read',
  exportContacts: 'contacts:read',
} as const satisfies Partial<Record<OperationName, Permission>>;
export type FileName = keyof typeof files;

/** Topics affected by a change of contacts or of segment members. */
export const contactTopics = ['contacts', 'segments', 'activity'] as const satisfies Topic[];

/** Operations by which the browser may change data, with permission and affected topics. */
export const mutations = {
  cancelBulkChange: { permission: 'contacts:write', affects: ['bulk-changes'] },
  cancelImport: { permission: 'contacts:write', affects: ['imports'] },
  correctImport: { permission: 'contacts:write', affects: ['imports'] },
  createExport: { permission: 'contacts:read', affects: ['exports'] },
  createNote: { permission: 'contacts:write', affects: ['contacts', 'activity'] },
  createSegment: { permission: 'segments:write', affects: contactTopics },
  createToken: { permission: 'tokens:manage', affects: ['tokens'] },
  createWebhook: { permission: 'webhooks:manage', affects: ['webhooks'] },
  deleteContact: { permission: 'contacts:delete', affects: contactTopics },
  deleteNote: { permission: 'contacts:write', affects: ['contacts', 'activity'] },
  deleteSegment: { permission: 'segments:write', affects: contactTopics },
  deleteWebhook: { permission: 'webhooks:manage', affects: ['webhooks'] },
  mergeContacts: { permission: 'contacts:write', affects: [...contactTopics, 'referral-codes'] },
  loadSampleData: { permission: 'sample-data:load', affects: [...contactTopics, 'referral-codes'] },
  mergeSegments: { permission: 'segments:write', affects: ['bulk-changes'] },
  removeFormerAddress: { permission: 'contacts:write', affects: ['contacts', 'activity'] },
  resendDelivery: { permission: 'webhooks:manage', affects: ['webhooks'] },
  restoreContacts: { permission: 'contacts:delete', affects: [...contactTopics, 'bulk-changes'] },
  restoreSegment: { permission: 'segments:write', affects: contactTopics },
  revokeToken: { permission: 'tokens:manage', affects: ['tokens'] },
  rotateWebhookSecret: { permission: 'webhooks:manage', affects: ['webhooks'] },
  runBulkChange: { permission: 'contacts:write', affects: ['bulk-changes'] },
  runImport: { permission: 'contacts:write', affects: ['imports'] },
  searchDuplicates: { permission: 'contacts:write', affects: ['contacts'] },
  testWebhook: { permission: 'webhooks:manage', affects: ['webhooks'] },
  undoBulkChange: { permission: 'contacts:write', affects: ['bulk-changes'] },
  undoImport: { permission: 'contacts:write', affects: ['imports'] },
  undoMerge: { permission: 'contacts:write', affects: [...contactTopics, 'referral-codes'] },
  updateDuplicate: { permission: 'contacts:write', affects: ['contacts'] },
  updateReferralCode: { permission: 'referral-codes:write', affects: ['referral-codes'] },
  updateSegment: { permission: 'segments:write', affects: contactTopics },
  updateWebhook: { permission: 'webhooks:manage', affects: ['webhooks'] },
} as const satisfies Partial<Record<OperationName, { permission: Permission; affects: readonly Topic[] }>>;

export type MutationName = keyof typeof mutations;

export type Input<N extends ReadName | FileName | MutationName> = N extends OperationName
  ? JsonInput<N>
  : { query?: Record<string, string> };

export type Answer<N extends ReadName | MutationName> = N extends keyof OwnReads
  ? OwnReads[N]
  : N extends OperationName
    ? AnswerOf<N>
    : never;

/**
 * Something to offer a person: an operation that their role allows and the service can do now, a permission of the role, or:
 * - `change`: the service responds, so that changes are possible;
 * - `readLatest`: the latest version of a contact can be read before an update;
 * - `synchronize`: a sync can be started.
 */
export type Capability = OperationName | Permission | 'change' | 'readLatest' | 'synchronize';

export interface ServiceView {
  can: Capability[];
  /** Operations that the service does not have, whatever the role. */
  lacks: OperationName[];
  /** `null` when this program is the service. */
  connection: ConnectionStatus | null;
}
