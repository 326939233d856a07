import { randomUUID } from 'node:crypto';
import type { Database } from '@/lib/database/database';
import { createStaff } from '@/lib/staff/create-staff';
import { type Role, roles } from '@/lib/staff/roles';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { withConfiguredDatabase } from './with-configured-database';

const USAGE =
  'Usage: npm run staff -- EMAIL ROLE ["Name" ["Organization"]], where ROLE is admin, editor or viewer. An existing account gets the role and a new password, and two-factor sign-in is turned off.';

try {
  const [email = '', given = '', name, organization, ...rest] = process.argv.slice(2);
  const role = roles.find((one) => one === given);
  if (!role || rest.length > 0) throw new StartError(USAGE);
  await withConfiguredDatabase(async (database) => {
    const log = { info: () => {}, error: (_: object, message: string) => console.error(message) };
    // Only sessions need the secret, and there are none here.
    const staff = createStaff({ pool: database.pool, secret: randomUUID(), log });
    const organizationId = organization && (await idOf(database, organization));
    const outcome = await staff.giveAccount({ email, role, name: name || undefined, organizationId });
    if (!outcome.ok) throw new StartError(outcome.error.message);
    console.log(`${summaryOf(outcome, role)} The password, which is not shown again:\n${outcome.password}`);
  });
} catch (error) {
  exitWithError(error);
}

/** Finds an organization by name or id. */
async function idOf({ pool }: Database, organization: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from organizations where name = $1 or id::text = $1',
    [organization],
  );
  const [found, another] = rows;
  if (!found) throw new StartError(`There is no organization "${organization}".`);
  if (another) throw new StartError(`Several organizations are named "${organization}": use the id.`);
  return found.id;
}

function summaryOf({ isNew, email }: { isNew: boolean; email: string }, role: Role): string {
  const what = role === 'viewer' ? 'a viewer' : `an ${role}`;
  return isNew
    ? `Created ${email} as ${what}.`
    : `${email} is now ${what}, with a new password, and signed out.`;
}
