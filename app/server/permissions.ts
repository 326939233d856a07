import {
  type Capability,
  type FileName,
  files,
  type MutationName,
  mutations,
  type ReadName,
  reads,
} from '@/components/hooks/console-operations';
import type { Capabilities } from '@/lib/contract/connection';
import { type OperationName, operations } from '@/lib/contract/operations';
import type { Role } from '@/lib/contract/role';
import { showsSecret } from '@/lib/contract/text';
import { may, type Permission, permissions } from '@/lib/staff/roles';

// All that the browser can ask for by name, with the permission that each needs. What is not listed is refused.

export const readPermissions: Readonly<Record<ReadName | FileName | 'logo', Permission>> = {
  ...permissionsIn(reads),
  ...files,
  logo: 'profile:manage',
};

export const mutationPermissions: Readonly<Record<MutationName, Permission>> = permissionsIn(mutations);

function permissionsIn<Name extends string>(table: Record<Name, { permission: Permission }>) {
  const rows = Object.entries<{ permission: Permission }>(table);
  return Object.fromEntries(rows.map(([name, { permission }]) => [name, permission])) as Record<
    Name,
    Permission
  >;
}

/** Acts that want the password once more. */
export const confirmedMutations: ReadonlySet<MutationName> = new Set<MutationName>([
  ...(Object.keys(mutationPermissions) as MutationName[]).filter((name) =>
    showsSecret(operations[name].data),
  ),
  // Leads events elsewhere.
  'updateWebhook',
]);

/** Operations behind the actions of pages, which guard themselves: only what is offered depends on these. */
const pageOperations: Partial<Record<OperationName, Permission>> = {
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
  ...Object.keys(files),
  'createExport',
  'previewContacts',
]);

/** What can be offered to a role, with what the service can do now. */
export function findCapabilities(role: Role, capabilities: Capabilities): Capability[] {
  const { change, loadSamples, readLatest, synchronize } = capabilities;
  const operations = Object.entries({ ...readPermissions, ...mutationPermissions, ...pageOperations }).filter(
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
