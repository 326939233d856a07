import {
  type Capability,
  consoleOperations,
  type FileName,
  type MutationName,
  type ReadName,
} from '@/components/hooks/console-operations';
import type { Capabilities } from '@/lib/contract/connection';
import { type OperationName, operations } from '@/lib/contract/operations';
import type { Role } from '@/lib/contract/role';
import { showsSecret } from '@/lib/contract/text';
import { may, type Permission, permissions } from '@/lib/staff/roles';

interface Entry {
  kind: string;
  permission: Permission;
  confirm?: true;
  whileDown?: true;
}

const entries = Object.entries<Entry>(consoleOperations);

/** The permissions of all operations of these kinds, by name. */
function getPermissions<Name extends string>(...kinds: string[]): Readonly<Record<Name, Permission>> {
  const listed = entries.filter(([, { kind }]) => kinds.includes(kind));
  return Object.fromEntries(listed.map(([name, { permission }]) => [name, permission])) as Record<
    Name,
    Permission
  >;
}

/** Permission of each read and file that the browser may request. */
export const readPermissions: Readonly<Record<ReadName | FileName | 'logo', Permission>> = {
  ...getPermissions<ReadName | FileName>('read', 'file'),
  logo: 'profile:manage',
};

/** Permission of each mutation that the browser may request. */
export const mutationPermissions = getPermissions<MutationName>('change');

/** Mutations that require the password again. */
export const confirmedMutations: ReadonlySet<string> = new Set(
  entries.flatMap(([name, { kind, confirm }]) =>
    kind === 'change' && (confirm || showsSecret(operations[name as MutationName].data)) ? name : [],
  ),
);

/** Lists what to offer to a role, given what the service can do now: operations, permissions and states of the service. */
export function findCapabilities(role: Role, capabilities: Capabilities): Capability[] {
  const { change, loadSamples, readLatest, synchronize } = capabilities;
  const offered = entries.filter(
    ([name, { permission, whileDown }]) =>
      may(role, permission) && capabilities[name as OperationName] && (change || whileDown),
  );
  const flags = { change, readLatest, synchronize };
  return [
    ...offered
      .map(([name]) => name as OperationName)
      .filter((name) => name !== 'loadSampleData' || loadSamples),
    ...permissions.filter((permission) => may(role, permission)),
    ...(Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => flags[flag]),
  ];
}
