import type { Operation } from '../lib/contract/operation';
import { type OperationName, operations } from '../lib/contract/operations';
import { buildExampleBody } from '../lib/service/testing/operation-examples';
import type { Permission } from '../lib/staff/roles';

/** The permission that a request needs; `public` for none. */
export type Needed = Permission | 'public';

/** Needed permission of each page. Public pages show nothing of an organization. */
export const pages: Record<string, Needed> = {
  '/': 'public',
  '/_global-error': 'public',
  '/_not-found': 'public',
  '/[...unknown]': 'public',
  '/activity': 'activity:read',
  '/activity/proposals': 'contacts:read',
  '/activity/proposals/[id]': 'contacts:read',
  '/contacts': 'contacts:read',
  '/contacts/[id]': 'contacts:read',
  '/contacts/duplicates': 'contacts:write',
  '/contacts/new': 'contacts:write',
  '/contacts/trash': 'contacts:read',
  '/forgot-password': 'public',
  '/import': 'contacts:write',
  '/import/[id]': 'contacts:write',
  '/import/paste': 'contacts:read',
  '/join': 'public',
  '/referral-codes': 'contacts:read',
  '/referral-codes/[id]': 'contacts:read',
  '/reset-password': 'public',
  '/segments': 'segments:read',
  '/segments/[id]': 'segments:read',
  '/settings': 'contacts:read',
  '/settings/api': 'contacts:read',
  '/settings/connection': 'contacts:read',
  '/settings/fields': 'fields:manage',
  '/settings/organization': 'staff:manage',
  '/settings/profile': 'profile:manage',
  '/settings/team': 'staff:manage',
  '/settings/tokens': 'tokens:manage',
  '/settings/webhooks': 'webhooks:manage',
  '/settings/webhooks/[id]': 'webhooks:manage',
  '/setup': 'public',
  '/sign-in': 'public',
  '/sign-in/code': 'public',
};

/** Needed permission of each method of each route handler. */
export const routes: Record<string, Needed> = {
  'POST /data/countContactSegments': 'contacts:read',
  'POST /data/countContactValues': 'contacts:read',
  'GET /data/downloadExport': 'contacts:read',
  'GET /data/downloadRejectedRows': 'contacts:read',
  'GET /data/exportActivity': 'activity:read',
  'POST /data/exportActivity': 'activity:read',
  'GET /data/exportContact': 'activity:read',
  'GET /data/exportContacts': 'contacts:read',
  'POST /data/exportContacts': 'contacts:read',
  'GET /data/getCodeGrowth': 'contacts:read',
  'GET /data/getContact': 'contacts:read',
  'GET /data/getImport': 'contacts:read',
  'GET /data/getImportUndoPlan': 'contacts:read',
  'GET /data/getMembership': 'activity:read',
  'GET /data/getProposal': 'contacts:read',
  'GET /data/getSegmentGrowth': 'segments:read',
  'GET /data/getService': 'contacts:read',
  'GET /data/getWebhook': 'webhooks:manage',
  'POST /data/imports': 'contacts:write',
  'GET /data/listActivity': 'activity:read',
  'GET /data/listActors': 'activity:read',
  'GET /data/listBulkChanges': 'contacts:read',
  'GET /data/listCodeRedemptions': 'contacts:read',
  'GET /data/listContacts': 'contacts:read',
  'GET /data/listDeletedSegments': 'segments:read',
  'GET /data/listDeliveries': 'webhooks:manage',
  'GET /data/listDuplicates': 'contacts:read',
  'GET /data/listExports': 'contacts:read',
  'GET /data/listFields': 'contacts:read',
  'GET /data/listFormerAddresses': 'contacts:read',
  'GET /data/listImportRows': 'contacts:read',
  'GET /data/listImports': 'contacts:read',
  'GET /data/listLastSeen': 'contacts:read',
  'GET /data/listLatestBulkChanges': 'contacts:read',
  'GET /data/listNotes': 'contacts:read',
  'GET /data/listProposalRows': 'contacts:read',
  'GET /data/listProposals': 'contacts:read',
  'GET /data/listRedemptions': 'contacts:read',
  'GET /data/listReferralCodes': 'contacts:read',
  'GET /data/listSavedViews': 'contacts:read',
  'GET /data/listSegmentMoves': 'contacts:read',
  'GET /data/listSegments': 'segments:read',
  'GET /data/listSessions': 'profile:manage',
  'GET /data/listTeam': 'staff:manage',
  'GET /data/listTokens': 'tokens:manage',
  'GET /data/listTrash': 'contacts:read',
  'GET /data/listWebhooks': 'webhooks:manage',
  'GET /data/logo': 'profile:manage',
  'POST /data/previewContact': 'contacts:write',
  'POST /data/previewFieldType': 'fields:manage',
  'POST /data/previewSegmentRule': 'segments:write',
  'POST /data/previewUpdate': 'contacts:write',
  'GET /sign-in/company/[id]': 'public',
  'GET /sign-in/company/[id]/callback': 'public',
};

/** Needed permission of each server action, by file under `app/` and name. `mutate#…` are the operations behind `mutate`. */
export const actions: Record<string, Needed> = {
  'auth-actions#join': 'public',
  'auth-actions#joinSignedIn': 'public',
  'auth-actions#resetPassword': 'public',
  'auth-actions#setUp': 'public',
  'auth-actions#signIn': 'public',
  'auth-actions#signInWithCode': 'public',
  'auth-actions#signOut': 'public',

  'confirm-password/confirm-actions#confirmPassword': 'profile:manage',
  'organizations/switch-organization#switchOrganization': 'profile:manage',
  'bulk-changes/bulk-change-actions#startDeletion': 'contacts:delete',
  'bulk-changes/bulk-change-actions#startFieldChange': 'contacts:write',
  'bulk-changes/bulk-change-actions#startPurge': 'contacts:purge',
  'bulk-changes/bulk-change-actions#startSegmentChange': 'contacts:write',
  'contacts/form/contact-form-actions#createContact': 'contacts:write',
  'contacts/form/contact-form-actions#redeemCode': 'contacts:write',
  'contacts/form/contact-form-actions#updateContact': 'contacts:write',
  'exports/export-actions#deleteExport': 'contacts:read',
  'import/import-actions#changeImport': 'contacts:write',
  'contacts/list/sample-actions#removeSampleData': 'sample-data:load',
  'import/paste/paste-actions#lookUpPasted': 'contacts:read',
  'referral-codes/code-actions#createReferralCodes': 'referral-codes:write',
  'referral-codes/code-actions#updateReferralCode': 'referral-codes:write',
  'mutate#approveProposal': 'contacts:delete',
  'mutate#cancelBulkChange': 'contacts:write',
  'mutate#cancelImport': 'contacts:write',
  'mutate#correctImport': 'contacts:write',
  'mutate#changeFieldType': 'fields:manage',
  'mutate#createExport': 'contacts:read',
  'mutate#createField': 'fields:manage',
  'mutate#createNote': 'contacts:write',
  'mutate#createSegment': 'segments:write',
  'mutate#createToken': 'tokens:manage',
  'mutate#createWebhook': 'webhooks:manage',
  'mutate#declineProposal': 'contacts:write',
  'mutate#deleteContact': 'contacts:delete',
  'mutate#deleteField': 'fields:manage',
  'mutate#deleteNote': 'contacts:write',
  'mutate#deleteSegment': 'segments:write',
  'mutate#deleteWebhook': 'webhooks:manage',
  'mutate#loadSampleData': 'sample-data:load',
  'mutate#markDoNotContact': 'contacts:write',
  'mutate#mergeContacts': 'contacts:write',
  'mutate#mergeSegments': 'segments:write',
  'mutate#removeFormerAddress': 'contacts:write',
  'mutate#resendDelivery': 'webhooks:manage',
  'mutate#restoreContacts': 'contacts:delete',
  'mutate#purgeSegments': 'contacts:purge',
  'mutate#restoreSegment': 'segments:write',
  'mutate#revokeToken': 'tokens:manage',
  'mutate#rotateWebhookSecret': 'webhooks:manage',
  'mutate#runBulkChange': 'contacts:write',
  'mutate#runImport': 'contacts:write',
  'mutate#testWebhook': 'webhooks:manage',
  'mutate#undoBulkChange': 'contacts:write',
  'mutate#undoImport': 'contacts:write',
  'mutate#undoMerge': 'contacts:write',
  'mutate#unmarkDoNotContact': 'contacts:unmark',
  'mutate#searchDuplicates': 'contacts:write',
  'mutate#updateDuplicate': 'contacts:write',
  'mutate#updateField': 'fields:manage',
  'mutate#updateReferralCode': 'referral-codes:write',
  'mutate#updateSegment': 'segments:write',
  'mutate#updateWebhook': 'webhooks:manage',
  'settings/connection/connection-actions#checkConnection': 'contacts:read',
  'settings/connection/connection-actions#synchronize': 'contacts:write',
  'settings/organization/organization-actions#setLogo': 'staff:manage',
  'settings/organization/organization-actions#updateOrganization': 'staff:manage',
  'settings/profile/profile-actions#changePassword': 'profile:manage',
  'settings/profile/profile-actions#endSession': 'profile:manage',
  'settings/profile/profile-actions#newRecoveryCodes': 'profile:manage',
  'settings/profile/profile-actions#newTwoFactorSecret': 'profile:manage',
  'settings/profile/profile-actions#rename': 'profile:manage',
  'settings/profile/profile-actions#turnOffTwoFactor': 'profile:manage',
  'settings/profile/profile-actions#turnOnTwoFactor': 'profile:manage',
  'settings/team/team-actions#deactivate': 'staff:manage',
  'settings/team/team-actions#invite': 'staff:manage',
  'settings/team/team-actions#newInvitationLink': 'staff:manage',
  'settings/team/team-actions#newResetLink': 'staff:manage',
  'settings/team/team-actions#reactivate': 'staff:manage',
  'settings/team/team-actions#requireTwoFactor': 'staff:manage',
  'settings/team/team-actions#setRole': 'staff:manage',
  'settings/team/team-actions#turnOffTwoFactorOf': 'staff:manage',
  'views/view-actions#createView': 'contacts:read',
  'views/view-actions#deleteView': 'contacts:read',
  'views/view-actions#updateView': 'contacts:read',
};

/** Server actions that require the password again. */
export const confirmed: ReadonlySet<string> = new Set(
  [
    'bulk-changes/bulk-change-actions#startPurge',
    'settings/profile/profile-actions#turnOffTwoFactor',
    'mutate#createToken',
    'mutate#createWebhook',
    'mutate#purgeSegments',
    'mutate#rotateWebhookSecret',
    'mutate#updateWebhook',
  ].concat(Object.keys(actions).filter((name) => name.startsWith('settings/team/'))),
);

/** Ids by the resource before them in a path. */
export type Ids = Record<string, string>;

/** A body of an operation with this organization's ids, to send from another organization. */
export function buildBody(name: OperationName, ids: Ids): unknown {
  // The host of the example is allowed here: the other organization would get webhooks.
  if (name === 'createWebhook') return { url: 'https://127.0.0.1/' };
  const { contacts = '', segments = '', trash: others = '' } = ids;
  return buildExampleBody(name, { contacts, others, segments, 'other/segments': segments, events: contacts });
}

const named = (resource: string) => (ids: Ids) => ({ id: ids[resource] });
const some = (ids: Ids) => ({ ids: [ids.contacts, ids.trash] });
const segments = (ids: Ids) => ({ add: [ids.segments], remove: [] });
const settings = {
  targets: ['email'],
  mode: 'both',
  fillBlanks: false,
  country: null,
  segmentSeparator: ',',
  createSegments: true,
  segmentIds: [],
};

/** Server actions without an id of something in the organization, which every signed-in person may call in their own. */
export const withoutIds = [
  'mutate#createSegment',
  'mutate#createField',
  'mutate#createToken',
  'mutate#createWebhook',
  'mutate#loadSampleData',
  'mutate#markDoNotContact',
  'mutate#searchDuplicates',
  'mutate#unmarkDoNotContact',
  'confirm-password/confirm-actions#confirmPassword',
  'contacts/list/sample-actions#removeSampleData',
  'import/paste/paste-actions#lookUpPasted',
  'settings/connection/connection-actions#checkConnection',
  'settings/connection/connection-actions#synchronize',
  'settings/organization/organization-actions#setLogo',
  'settings/organization/organization-actions#updateOrganization',
  'settings/profile/profile-actions#changePassword',
  'settings/profile/profile-actions#newRecoveryCodes',
  'settings/profile/profile-actions#newTwoFactorSecret',
  'settings/profile/profile-actions#rename',
  'settings/profile/profile-actions#turnOffTwoFactor',
  'settings/profile/profile-actions#turnOnTwoFactor',
  'settings/team/team-actions#invite',
  'settings/team/team-actions#requireTwoFactor',
  'views/view-actions#createView',
];

/** The resource whose id is in the path of an operation, if any. */
export const resourceOf = (name: string): string | undefined =>
  /([\w-]+)\/\{id\}/.exec((operations as Record<string, Operation>)[name]?.path ?? '')?.[1];

/** Input of a mutation: the id in the path of its operation, and its body. */
const actInput = (name: OperationName) => (ids: Ids) => {
  const resource = resourceOf(name);
  const body = buildBody(name, ids);
  return { ...(resource && { id: ids[resource] ?? ids.contacts }), ...(body !== undefined && { body }) };
};

/** Inputs with this organization's ids, by server action, to send from another organization. */
export const inputs: Record<string, (ids: Ids) => unknown> = {
  ...Object.fromEntries(
    Object.keys(actions)
      .filter((name) => name.startsWith('mutate#') && !withoutIds.includes(name))
      .map((name) => [name, actInput(name.slice(7) as OperationName)]),
  ),
  'mutate#createExport': (ids) => ({ query: { ids: [ids.contacts] } }),
  'mutate#removeFormerAddress': (ids) => ({ id: ids.contacts, query: { email: 'taken@example.com' } }),
  'organizations/switch-organization#switchOrganization': named('organizations'),
  'bulk-changes/bulk-change-actions#startDeletion': (ids) => ({ ...some(ids), idempotencyKey: 'a' }),
  'bulk-changes/bulk-change-actions#startPurge': (ids) => ({ ...some(ids), idempotencyKey: 'b' }),
  'bulk-changes/bulk-change-actions#startFieldChange': (ids) => ({
    ...some(ids),
    field: 'company',
    value: 'Taken',
    idempotencyKey: 'f',
  }),
  'bulk-changes/bulk-change-actions#startSegmentChange': (ids) => ({
    ...some(ids),
    ...segments(ids),
    idempotencyKey: 'c',
  }),
  'contacts/form/contact-form-actions#createContact': (ids) => ({ body: buildBody('upsertContact', ids) }),
  'contacts/form/contact-form-actions#redeemCode': (ids) => ({ id: ids.contacts, referralCode: 'any' }),
  'contacts/form/contact-form-actions#updateContact': (ids) => ({
    id: ids.contacts,
    etag: null,
    body: buildBody('updateContact', ids),
  }),
  'exports/export-actions#deleteExport': named('exports'),
  'import/import-actions#changeImport': (ids) => ({ id: ids.imports, settings }),
  'referral-codes/code-actions#createReferralCodes': (ids) => ({
    codes: ['TAKEN'],
    settings: { segmentIds: [ids.segments] },
  }),
  'referral-codes/code-actions#updateReferralCode': (ids) => ({
    id: ids['referral-codes'],
    settings: { active: false },
  }),
  'settings/profile/profile-actions#endSession': named('sessions'),
  'settings/team/team-actions#deactivate': named('team'),
  'settings/team/team-actions#newInvitationLink': named('team'),
  'settings/team/team-actions#newResetLink': named('team'),
  'settings/team/team-actions#reactivate': named('team'),
  'settings/team/team-actions#setRole': (ids) => ({ id: ids.team, role: 'admin' }),
  'settings/team/team-actions#turnOffTwoFactorOf': named('team'),
  'views/view-actions#deleteView': named('views'),
  'views/view-actions#updateView': (ids) => ({ id: ids.views, title: 'Taken', query: 'sort=name' }),
};

/** Bodies with this organization's ids, by data route, to send from another organization. */
export const posts: Record<string, (ids: Ids) => string> = {
  'POST /data/countContactSegments': (ids) => JSON.stringify(buildBody('countContactSegments', ids)),
  'POST /data/countContactValues': (ids) => JSON.stringify(buildBody('countContactValues', ids)),
  'POST /data/exportActivity': (ids) => `subjectId=${ids.contacts}`,
  'POST /data/exportContacts': (ids) => `ids=${ids.contacts}`,
  'POST /data/imports': () => 'email\nnew@example.com\n',
  'POST /data/previewContact': (ids) => JSON.stringify(buildBody('previewContact', ids)),
  'POST /data/previewFieldType': (ids) => JSON.stringify(buildBody('previewFieldType', ids)),
  'POST /data/previewSegmentRule': (ids) => JSON.stringify(buildBody('previewSegmentRule', ids)),
  'POST /data/previewUpdate': (ids) => JSON.stringify(buildBody('previewUpdate', ids)),
};

/** Operations that any valid token may call. */
export const open: string[] = ['getOrganization'];
