import type { Answer as AnswerOf, JsonInput } from '@/lib/call';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { ConnectionStatus } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import type { SavedView } from '@/lib/contract/saved-view';
import type { Permission } from '@/lib/staff/roles';
import type { OpenSession, Team } from '@/lib/staff/staff';

/** Topics affected by a change of contacts or of segment members. */
export const contactTopics = ['contacts', 'segments', 'activity'] as const;

interface Options {
  /** Deletes the resource with the given id, whose reads would fail afterwards. */
  deletes?: true;
  /** Asks for the password again, like operations that show a secret. */
  confirm?: true;
  /** Uses data stored here, and so works while a connected service is down. */
  whileDown?: true;
}

/** An operation that the browser may read. Reads of a topic are invalidated together. The topic begins the query key. */
const read = <const T extends string>(topic: T, permission: Permission) =>
  ({ kind: 'read', topic, permission, whileDown: true }) as const;

/** An operation whose file the browser may download. */
const file = (permission: Permission) => ({ kind: 'file', permission, whileDown: true }) as const;

/** An operation by which the browser may change data, through `mutate`; reads of the topics in `affects` are invalidated. */
const change = <const T extends readonly string[]>(permission: Permission, affects: T, options?: Options) =>
  ({ kind: 'change', permission, affects, ...options }) as const;

/** An operation behind the server action of a page, which checks the permission itself. */
const onPage = (permission: Permission, options?: Options) =>
  ({ kind: 'page', permission, ...options }) as const;

/** Every operation that the console uses, with its permission. The browser cannot request others. */
export const consoleOperations = {
  // Deleting is the most that can be proposed.
  approveProposal: change('contacts:delete', ['proposals', ...contactTopics, 'imports', 'bulk-changes']),
  cancelBulkChange: change('contacts:write', ['bulk-changes']),
  changeFieldType: change('fields:manage', ['fields', ...contactTopics, 'bulk-changes']),
  cancelImport: change('contacts:write', ['imports']),
  correctImport: change('contacts:write', ['imports']),
  countContactSegments: read('contacts', 'contacts:read'),
  countContactValues: read('contacts', 'contacts:read'),
  createBulkChange: onPage('contacts:write'),
  createExport: change('contacts:read', ['exports'], { whileDown: true }),
  createField: change('fields:manage', ['fields', 'activity']),
  createImport: onPage('contacts:write'),
  createNote: change('contacts:write', ['contacts', 'activity']),
  createReferralCode: onPage('referral-codes:write'),
  createSegment: change('segments:write', contactTopics),
  createToken: change('tokens:manage', ['tokens']),
  createWebhook: change('webhooks:manage', ['webhooks']),
  declineProposal: change('contacts:write', ['proposals', 'activity']),
  deleteContact: change('contacts:delete', contactTopics, { deletes: true }),
  deleteField: change('fields:manage', ['fields', 'segments', 'activity', 'bulk-changes'], { deletes: true }),
  deleteNote: change('contacts:write', ['contacts', 'activity']),
  deleteSegment: change('segments:write', contactTopics, { deletes: true }),
  deleteWebhook: change('webhooks:manage', ['webhooks'], { deletes: true }),
  downloadExport: file('contacts:read'),
  downloadRejectedRows: file('contacts:read'),
  exportActivity: file('activity:read'),
  exportContact: file('activity:read'),
  exportContacts: file('contacts:read'),
  getCodeGrowth: read('referral-codes', 'contacts:read'),
  getContact: read('contacts', 'contacts:read'),
  getImport: read('imports', 'contacts:read'),
  getImportUndoPlan: read('imports', 'contacts:read'),
  getMembership: read('contacts', 'activity:read'),
  getProposal: read('proposals', 'contacts:read'),
  getSegmentGrowth: read('segments', 'segments:read'),
  getWebhook: read('webhooks', 'webhooks:manage'),
  listActivity: read('activity', 'activity:read'),
  listActors: read('activity', 'activity:read'),
  listBulkChanges: read('bulk-changes', 'contacts:read'),
  listCodeRedemptions: read('referral-codes', 'contacts:read'),
  listContacts: read('contacts', 'contacts:read'),
  listDeletedSegments: read('segments', 'segments:read'),
  listDeliveries: read('webhooks', 'webhooks:manage'),
  listDuplicates: read('contacts', 'contacts:read'),
  listExports: read('exports', 'contacts:read'),
  listFields: read('fields', 'contacts:read'),
  listFormerAddresses: read('contacts', 'contacts:read'),
  listImportRows: read('imports', 'contacts:read'),
  listImports: read('imports', 'contacts:read'),
  listNotes: read('contacts', 'contacts:read'),
  listRedemptions: read('contacts', 'contacts:read'),
  listProposalRows: read('proposals', 'contacts:read'),
  listProposals: read('proposals', 'contacts:read'),
  listReferralCodes: read('referral-codes', 'contacts:read'),
  listSegmentMoves: read('segments', 'contacts:read'),
  listSegments: read('segments', 'segments:read'),
  listTokens: read('tokens', 'tokens:manage'),
  listTrash: read('contacts', 'contacts:read'),
  listWebhooks: read('webhooks', 'webhooks:manage'),
  loadSampleData: change('sample-data:load', [...contactTopics, 'referral-codes', 'fields']),
  markDoNotContact: change('contacts:write', ['contacts', 'activity']),
  mergeContacts: change('contacts:write', [...contactTopics, 'referral-codes']),
  mergeSegments: change('segments:write', ['bulk-changes']),
  previewContact: read('contacts', 'contacts:write'),
  previewContacts: onPage('contacts:read', { whileDown: true }),
  previewFieldType: read('fields', 'fields:manage'),
  previewSegmentRule: read('segments', 'segments:write'),
  previewUpdate: read('contacts', 'contacts:write'),
  purgeContacts: onPage('contacts:purge'),
  purgeSegments: change('contacts:purge', ['segments'], { confirm: true }),
  removeFormerAddress: change('contacts:write', ['contacts', 'activity']),
  resendDelivery: change('webhooks:manage', ['webhooks']),
  restoreContacts: change('contacts:delete', [...contactTopics, 'bulk-changes']),
  restoreSegment: change('segments:write', contactTopics),
  revokeToken: change('tokens:manage', ['tokens']),
  rotateWebhookSecret: change('webhooks:manage', ['webhooks']),
  runBulkChange: change('contacts:write', ['bulk-changes']),
  runImport: change('contacts:write', ['imports']),
  searchDuplicates: change('contacts:write', ['contacts']),
  testWebhook: change('webhooks:manage', ['webhooks']),
  unmarkDoNotContact: change('contacts:unmark', ['contacts', 'activity']),
  undoBulkChange: change('contacts:write', ['bulk-changes']),
  undoImport: change('contacts:write', ['imports']),
  undoMerge: change('contacts:write', [...contactTopics, 'referral-codes']),
  updateContact: onPage('contacts:write'),
  updateDuplicate: change('contacts:write', ['contacts']),
  updateField: change('fields:manage', ['fields', ...contactTopics]),
  updateReferralCode: change('referral-codes:write', ['referral-codes', 'activity']),
  updateSegment: change('segments:write', contactTopics),
  updateWebhook: change('webhooks:manage', ['webhooks'], { confirm: true }),
  upsertContact: onPage('contacts:write'),
  upsertContacts: onPage('contacts:write'),

  // Reads of the console itself.
  getService: read('service', 'contacts:read'),
  listLastSeen: read('contacts', 'contacts:read'),
  listLatestBulkChanges: read('bulk-changes', 'contacts:read'),
  listSavedViews: read('views', 'contacts:read'),
  listSessions: read('sessions', 'profile:manage'),
  listTeam: read('team', 'staff:manage'),
} as const satisfies Partial<Record<OperationName | keyof OwnReads, object>>;

type Table = typeof consoleOperations;
type Named<Kind> = { [N in keyof Table]: Table[N]['kind'] extends Kind ? N : never }[keyof Table];

export type ReadName = Named<'read'>;
export type FileName = Named<'file'>;
export type MutationName = Named<'change'>;
export type Topic = Table[ReadName]['topic'];

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
