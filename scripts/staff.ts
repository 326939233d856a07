import { randomUUID } from 'node:crypto';
import type { Database } from '@/lib/database/database';
import { createStaff } from '@/lib/staff/create-staff';
import { type Role, roles } from '@/lib/staff/roles';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { withConfiguredDatabase } from './with-configured-database';

const USAGE =
  'Usage: npm run staff -- EMAIL ROLE ["Name" ["Organization"]], where the role is admin, editor or viewer; an account that is there gets the role, a new password and no second factor';

try {
  const [email = '', given = '', name, organization, ...rest] = process.argv.slice(2);
  const role = roles.find((one) => one === given);
  if (!role || rest.length > 0) throw new StartError(USAGE);
  await withConfiguredDatabase(async (database) => {
    const log = { info: () => {}, error: (_: object, message: string) => console.error(message) };
    // Nobody is signed in here: no session is made with the secret.
    const staff = createStaff({ pool: database.pool, secret: randomUUID(), log });
    const organizationId = organization && (await idOf(database, organization));
    const outcome = await staff.giveAccount({ email, role, name: name || undefined, organizationId });
    if (!outcome.ok) throw new StartError(outcome.error.message);
    console.log(`${wordsOf(outcome, role)} The password, which is not shown again:\n${outcome.password}`);
  });
} catch (error) {
  exitWithError(error);
}

/** The organization that has this name or id. */
async function idOf({ pool }: Database, organization: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from organizations where name = $1 or id::text = $1',
    [organization],
  );
  const [found, another] = rows;
  if (!found) throw new StartError(`There is no organization "${organization}".`);
  if (another) throw new StartError(`Several organizations are named "${organization}": give the id.`);
  return found.id;
}

function wordsOf({ isNew, email }: { isNew: boolean; email: string }, role: Role): string {
  const what = role === 'viewer' ? 'a viewer' : `an ${role}`;
  return isNew ? `${email} is ${what}.` : `${email} is ${what}, with a new password, and signed out.`;
}
