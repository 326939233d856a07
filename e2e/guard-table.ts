import type { Permission } from '../lib/staff/roles';

/** What somebody needs: a permission, or nothing at all. */
export type Needed = Permission | 'public';

/** Of each page. Public ones show nothing of an organization. */
export const pages: Record<string, Needed> = {
  '/': 'public',
  '/_global-error': 'public',
  '/_not-found': 'public',
  '/[...unknown]': 'public',
  '/activity': 'activity:read',
  '/contacts': 'contacts:read',
  '/contacts/[id]': 'contacts:read',
  '/contacts/new': 'contacts:write',
  '/contacts/trash': 'contacts:read',
  '/import': 'contacts:write',
  '/import/[id]': 'contacts:write',
  '/import/paste': 'contacts:read',
  '/join': 'public',
  '/referral-codes': 'contacts:read',
  '/reset-password': 'public',
  '/segments': 'segments:read',
  '/settings': 'contacts:read',
  '/settings/api': 'contacts:read',
  '/settings/connection': 'contacts:read',
  '/settings/organization': 'staff:manage',
  '/settings/profile': 'profile:manage',
  '/settings/team': 'staff:manage',
  '/settings/tokens': 'tokens:manage',
  '/setup': 'public',
  '/sign-in': 'public',
  '/sign-in/code': 'public',
};

/** Of each method of each route handler. */
export const routes: Record<string, Needed> = {
  'GET /data/activity': 'activity:read',
  'GET /data/activity/actors': 'activity:read',
  'GET /data/activity/export': 'activity:read',
  'GET /data/bulk-changes': 'contacts:read',
  'GET /data/bulk-changes/latest': 'contacts:read',
  'GET /data/connection': 'contacts:read',
  'GET /data/contacts': 'contacts:read',
  'GET /data/contacts/[id]': 'contacts:read',
  'GET /data/contacts/[id]/export': 'activity:read',
  'GET /data/contacts/[id]/redemptions': 'contacts:read',
  'POST /data/contacts/preview': 'contacts:write',
  'GET /data/deleted-segments': 'segments:read',
  'GET /data/export': 'contacts:read',
  'POST /data/export': 'contacts:read',
  'GET /data/exports': 'contacts:read',
  'GET /data/exports/[id]': 'contacts:read',
  'GET /data/imports': 'contacts:read',
  'POST /data/imports': 'contacts:write',
  'GET /data/imports/[id]': 'contacts:read',
  'GET /data/imports/[id]/rejected': 'contacts:read',
  'GET /data/imports/[id]/rows': 'contacts:read',
  'GET /data/imports/[id]/undo': 'contacts:read',
  'GET /data/last-seen': 'contacts:read',
  'GET /data/logo': 'profile:manage',
  'GET /data/referral-codes': 'contacts:read',
  'GET /data/referral-codes/[id]/redemptions': 'contacts:read',
  'GET /data/segments': 'segments:read',
  'GET /data/sessions': 'profile:manage',
  'GET /data/team': 'staff:manage',
  'GET /data/tokens': 'tokens:manage',
  'GET /data/trash': 'contacts:read',
  'GET /data/views': 'contacts:read',
  'GET /sign-in/company/[id]': 'public',
  'GET /sign-in/company/[id]/callback': 'public',
};

/** Of each server action, by its file under `app/` and its name. */
export const actions: Record<string, Needed> = {
  'auth-actions#join': 'public',
  'auth-actions#joinSignedIn': 'public',
  'auth-actions#resetPassword': 'public',
  'auth-actions#setUp': 'public',
  'auth-actions#signIn': 'public',
  'auth-actions#signInWithCode': 'public',
  'sign-out#signOut': 'public',
  'confirm-password/confirm-actions#confirmPassword': 'profile:manage',
  'organizations/switch-organization#switchOrganization': 'profile:manage',
  'bulk-changes/bulk-change-actions#cancelBulkChange': 'contacts:write',
  'bulk-changes/bulk-change-actions#countContactSegments': 'contacts:read',
  'bulk-changes/bulk-change-actions#nameConflicts': 'contacts:delete',
  'bulk-changes/bulk-change-actions#runBulkChange': 'contacts:write',
  'bulk-changes/bulk-change-actions#startDeletion': 'contacts:delete',
  'bulk-changes/bulk-change-actions#startPurge': 'contacts:purge',
  'bulk-changes/bulk-change-actions#startSegmentChange': 'contacts:write',
  'bulk-changes/bulk-change-actions#undoBulkChange': 'contacts:write',
  'contacts/form/contact-form-actions#createContact': 'contacts:write',
  'contacts/form/contact-form-actions#redeemCode': 'contacts:write',
  'contacts/form/contact-form-actions#updateContact': 'contacts:write',
  'contacts/list/sample-data-action#loadSampleData': 'sample-data:load',
  'contacts/record/contact-actions#deleteContact': 'contacts:delete',
  'contacts/record/contact-actions#restoreContacts': 'contacts:delete',
  'exports/export-actions#createExport': 'contacts:read',
  'exports/export-actions#deleteExport': 'contacts:read',
  'import/import-actions#cancelImport': 'contacts:write',
  'import/import-actions#changeImport': 'contacts:write',
  'import/import-actions#runImport': 'contacts:write',
  'import/import-actions#undoImport': 'contacts:write',
  'import/paste/paste-actions#createPasted': 'contacts:write',
  'import/paste/paste-actions#lookUpPasted': 'contacts:read',
  'referral-codes/code-actions#createReferralCodes': 'referral-codes:write',
  'referral-codes/code-actions#updateReferralCode': 'referral-codes:write',
  'segments/segment-actions#createSegment': 'segments:write',
  'segments/segment-actions#deleteSegment': 'segments:write',
  'segments/segment-actions#restoreSegment': 'segments:write',
  'segments/segment-actions#updateSegment': 'segments:write',
  'settings/connection/connection-actions#checkConnection': 'contacts:read',
  'settings/connection/connection-actions#synchronize': 'contacts:write',
  'settings/organization/organization-actions#renameOrganization': 'staff:manage',
  'settings/organization/organization-actions#setLogo': 'staff:manage',
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
  'settings/tokens/token-actions#createToken': 'tokens:manage',
  'settings/tokens/token-actions#revokeToken': 'tokens:manage',
  'views/view-actions#createView': 'contacts:read',
  'views/view-actions#deleteView': 'contacts:read',
  'views/view-actions#updateView': 'contacts:read',
};

/** Server actions that want the password once more. */
export const confirmed: ReadonlySet<string> = new Set(
  [
    'bulk-changes/bulk-change-actions#startPurge',
    'settings/profile/profile-actions#turnOffTwoFactor',
    'settings/tokens/token-actions#createToken',
  ].concat(Object.keys(actions).filter((name) => name.startsWith('settings/team/'))),
);

/** Ids by the resource that stands before them in a path. */
export type Ids = Record<string, string>;

const named = (resource: string) => (ids: Ids) => ({ id: ids[resource] });
const some = (ids: Ids) => ({ ids: [ids.contacts, ids.trash] });
const contact = (ids: Ids) => ({ email: 'new@example.com', segmentIds: [ids.segments] });
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

/** What somebody elsewhere gives to server actions that take ids. */
export const inputs: Record<string, (ids: Ids) => unknown> = {
  'organizations/switch-organization#switchOrganization': named('organizations'),
  'bulk-changes/bulk-change-actions#cancelBulkChange': named('bulk-changes'),
  'bulk-changes/bulk-change-actions#countContactSegments': some,
  'bulk-changes/bulk-change-actions#nameConflicts': named('bulk-changes'),
  'bulk-changes/bulk-change-actions#runBulkChange': named('bulk-changes'),
  'bulk-changes/bulk-change-actions#startDeletion': (ids) => ({ ...some(ids), idempotencyKey: 'a' }),
  'bulk-changes/bulk-change-actions#startPurge': (ids) => ({ ...some(ids), idempotencyKey: 'b' }),
  'bulk-changes/bulk-change-actions#startSegmentChange': (ids) => ({
    ...some(ids),
    ...segments(ids),
    idempotencyKey: 'c',
  }),
  'bulk-changes/bulk-change-actions#undoBulkChange': named('bulk-changes'),
  'contacts/form/contact-form-actions#createContact': (ids) => ({ body: contact(ids) }),
  'contacts/form/contact-form-actions#redeemCode': (ids) => ({ id: ids.contacts, referralCode: 'any' }),
  'contacts/form/contact-form-actions#updateContact': (ids) => ({
    id: ids.contacts,
    etag: null,
    body: { lastname: 'Taken' },
  }),
  'contacts/record/contact-actions#deleteContact': named('contacts'),
  'contacts/record/contact-actions#restoreContacts': some,
  'exports/export-actions#createExport': (ids) => ({ query: `ids=${ids.contacts}` }),
  'exports/export-actions#deleteExport': named('exports'),
  'import/import-actions#cancelImport': named('imports'),
  'import/import-actions#changeImport': (ids) => ({ id: ids.imports, settings }),
  'import/import-actions#runImport': named('imports'),
  'import/import-actions#undoImport': named('imports'),
  'referral-codes/code-actions#createReferralCodes': (ids) => ({
    codes: ['TAKEN'],
    settings: { segmentIds: [ids.segments] },
  }),
  'referral-codes/code-actions#updateReferralCode': (ids) => ({
    id: ids['referral-codes'],
    settings: { active: false },
  }),
  'segments/segment-actions#deleteSegment': named('segments'),
  'segments/segment-actions#restoreSegment': (ids) => ({ id: ids.segments, body: {} }),
  'segments/segment-actions#updateSegment': (ids) => ({ id: ids.segments, body: { title: 'Taken' } }),
  'settings/profile/profile-actions#endSession': named('sessions'),
  'settings/team/team-actions#deactivate': named('team'),
  'settings/team/team-actions#newInvitationLink': named('team'),
  'settings/team/team-actions#newResetLink': named('team'),
  'settings/team/team-actions#reactivate': named('team'),
  'settings/team/team-actions#setRole': (ids) => ({ id: ids.team, role: 'admin' }),
  'settings/team/team-actions#turnOffTwoFactorOf': named('team'),
  'settings/tokens/token-actions#revokeToken': named('tokens'),
  'views/view-actions#deleteView': named('views'),
  'views/view-actions#updateView': (ids) => ({ id: ids.views, title: 'Taken', query: 'sort=name' }),
};

/** Server actions of whoever is signed in that take no id of the organization. */
export const withoutIds = [
  'confirm-password/confirm-actions#confirmPassword',
  'contacts/list/sample-data-action#loadSampleData',
  'import/paste/paste-actions#createPasted',
  'import/paste/paste-actions#lookUpPasted',
  'segments/segment-actions#createSegment',
  'settings/connection/connection-actions#checkConnection',
  'settings/connection/connection-actions#synchronize',
  'settings/organization/organization-actions#renameOrganization',
  'settings/organization/organization-actions#setLogo',
  'settings/profile/profile-actions#changePassword',
  'settings/profile/profile-actions#newRecoveryCodes',
  'settings/profile/profile-actions#newTwoFactorSecret',
  'settings/profile/profile-actions#rename',
  'settings/profile/profile-actions#turnOffTwoFactor',
  'settings/profile/profile-actions#turnOnTwoFactor',
  'settings/team/team-actions#invite',
  'settings/team/team-actions#requireTwoFactor',
  'settings/tokens/token-actions#createToken',
  'views/view-actions#createView',
];

/** What somebody elsewhere posts to data routes. */
export const posts: Record<string, (ids: Ids) => string> = {
  'POST /data/contacts/preview': (ids) => JSON.stringify(contact(ids)),
  'POST /data/export': (ids) => `ids=${ids.contacts}`,
  'POST /data/imports': () => 'email\nnew@example.com\n',
};

/** Operations for any valid token. */
export const open: string[] = ['getOrganization'];

/** Bodies of somebody elsewhere, by operation. */
export const bodies: Record<string, (ids: Ids) => unknown> = {
  countContactSegments: some,
  createBulkChange: (ids) => ({ change: { type: 'segments', ...segments(ids) }, ...some(ids) }),
  createReferralCode: (ids) => ({ code: 'TAKEN', referrerId: ids.contacts, segmentIds: [ids.segments] }),
  createSegment: () => ({ title: 'Taken' }),
  createToken: () => ({ name: 'Taken', scopes: ['contacts:read'] }),
  deleteContacts: some,
  previewContact: contact,
  previewContacts: (ids) => ({ contacts: [contact(ids)] }),
  purgeContacts: some,
  restoreContacts: some,
  restoreSegment: () => ({}),
  updateContact: () => ({ lastname: 'Taken' }),
  updateImport: () => ({ settings }),
  updateReferralCode: () => ({ active: false }),
  updateSegment: () => ({ title: 'Taken' }),
  upsertContact: contact,
  upsertContacts: (ids) => ({ contacts: [contact(ids)] }),
};
