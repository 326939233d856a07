import type { Answer as AnswerOf, JsonInput } from '@/lib/call';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { ConnectionStatus } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import type { SavedView } from '@/lib/contract/saved-view';
import type { Permission } from '@/lib/staff/roles';
import type { OpenSession, Team } from '@/lib/staff/staff';

/** What changes together: the beginning of the key of each read. */
export type Topic =
  | 'activity'
  | 'bulk-changes'
  | 'contacts'
  | 'exports'
  | 'imports'
  | 'referral-codes'
  | 'segments'
  | 'service'
  | 'sessions'
  | 'team'
  | 'tokens'
  | 'views'
  | 'webhooks';

/** Reads of the browser, by operation. The last ones are the console's own. */
export const reads = {
  countContactSegments: 'contacts',
  countContactValues: 'contacts',
  getContact: 'contacts',
  getImport: 'imports',
  getImportUndoPlan: 'imports',
  getSegmentGrowth: 'segments',
  getWebhook: 'webhooks',
  listActivity: 'activity',
  listActors: 'activity',
  listBulkChanges: 'bulk-changes',
  listCodeRedemptions: 'referral-codes',
  listContacts: 'contacts',
  listDeletedSegments: 'segments',
  listDeliveries: 'webhooks',
  listDuplicates: 'contacts',
  listExports: 'exports',
  listFormerAddresses: 'contacts',
  listImportRows: 'imports',
  listImports: 'imports',
  listNotes: 'contacts',
  listRedemptions: 'contacts',
  listReferralCodes: 'referral-codes',
  listSegmentMoves: 'segments',
  listSegments: 'segments',
  listTokens: 'tokens',
  listTrash: 'contacts',
  listWebhooks: 'webhooks',
  previewContact: 'contacts',
  previewUpdate: 'contacts',

  getService: 'service',
  listLastSeen: 'contacts',
  listLatestBulkChanges: 'bulk-changes',
  listSavedViews: 'views',
  listSessions: 'sessions',
  listTeam: 'team',
} as const satisfies Partial<Record<OperationName | keyof OwnReads, Topic>>;

/** What the console reads of itself. */
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

/** Files that the browser downloads. */
export const files = [
  'downloadExport',
  'downloadRejectedRows',
  'exportActivity',
  'exportContact',
  'exportContacts',
] as const satisfies OperationName[];
export type FileName = (typeof files)[number];

/** What a change of contacts, or of who is in a segment, affects. */
export const contactTopics = ['contacts', 'segments', 'activity'] as const satisfies Topic[];

/** Changes of the browser that are one operation, with what each affects. */
export const acts = {
  cancelBulkChange: ['bulk-changes'],
  cancelImport: ['imports'],
  correctImport: ['imports'],
  createExport: ['exports'],
  createNote: ['contacts', 'activity'],
  createSegment: contactTopics,
  createToken: ['tokens'],
  createWebhook: ['webhooks'],
  deleteContact: contactTopics,
  deleteNote: ['contacts', 'activity'],
  deleteSegment: contactTopics,
  deleteWebhook: ['webhooks'],
  mergeContacts: [...contactTopics, 'referral-codes'],
  loadSampleData: [...contactTopics, 'referral-codes'],
  mergeSegments: ['bulk-changes'],
  removeFormerAddress: ['contacts', 'activity'],
  resendDelivery: ['webhooks'],
  restoreContacts: [...contactTopics, 'bulk-changes'],
  restoreSegment: contactTopics,
  revokeToken: ['tokens'],
  rotateWebhookSecret: ['webhooks'],
  runBulkChange: ['bulk-changes'],
  runImport: ['imports'],
  searchDuplicates: ['contacts'],
  testWebhook: ['webhooks'],
  undoBulkChange: ['bulk-changes'],
  undoImport: ['imports'],
  undoMerge: [...contactTopics, 'referral-codes'],
  updateDuplicate: ['contacts'],
  updateReferralCode: ['referral-codes'],
  updateSegment: contactTopics,
  updateWebhook: ['webhooks'],
} as const satisfies Partial<Record<OperationName, readonly Topic[]>>;

export type ActName = keyof typeof acts;

export type Input<N extends ReadName | FileName | ActName> = N extends OperationName
  ? JsonInput<N>
  : { query?: Record<string, string> };

export type Answer<N extends ReadName | ActName> = N extends keyof OwnReads
  ? OwnReads[N]
  : N extends OperationName
    ? AnswerOf<N>
    : never;

/**
 * What can be offered: an operation that the person's role allows and the service can do now, a permission of the role, and:
 * - `change`: the service responds, so that changes are possible;
 * - `readLatest`: the latest version of a contact can be read before an update;
 * - `synchronize`: a sync can be started.
 */
export type Can = OperationName | Permission | 'change' | 'readLatest' | 'synchronize';

/** What the browser needs to know about the service. */
export interface ServiceView {
  can: Can[];
  /** Operations that the service does not have, whatever the role. */
  lacks: OperationName[];
  /** `null` when this program is the service. */
  connection: ConnectionStatus | null;
}
