import { randomUUID } from 'node:crypto';
import { roles } from '@/lib/contract/role';
import type { Database } from '@/lib/database/database';
import { createStaff } from '@/lib/staff/create-staff';

import { readConfig } from '@/lib/system/config';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { withConfiguredDatabase } from './with-configured-database';

const USAGE = `Usage: npm run staff -- EMAIL ROLE ["Name" ["Organization"]], where ROLE is one of ${roles.join(', ')}. An existing account gets the role and a new password, and two-factor sign-in is turned off.`;

try {
  const [email = '', given = '', name, organization, ...rest] = process.argv.slice(2);
  const role = roles.find((one) => one === given);
  if (!role || rest.length > 0) throw new StartError(USAGE);
  await withConfiguredDatabase('created', async (database) => {
    const log = { info: () => {}, error: (_: object, message: string) => console.error(message) };
    // Only sessions need the secret, and there are none here.
    const staff = createStaff({ pool: database.pool, secret: randomUUID(), log });
    const organizationId = organization && (await findOrganizationId(database, organization));
    const outcome = await staff.giveAccount({ email, role, name: name || undefined, organizationId });
    if (!outcome.ok) throw new StartError(outcome.error.message);
    const { passwordOnlyFor } = readConfig(process.env);
    const isForCompany = passwordOnlyFor !== undefined && passwordOnlyFor !== outcome.email;
    const ended = isForCompany ? ', signed out' : ', with a new password, and signed out';
    const what = `${outcome.email} has the role ${role}${outcome.isNew ? '' : ended}.`;
    console.log(
      isForCompany
        ? `${what} PASSWORD_ONLY_FOR is ${passwordOnlyFor}: everybody else signs in with a company’s account.`
        : `${what} The password, which is not shown again:\n${outcome.password}`,
    );
  });
} catch (error) {
  exitWithError(error);
}

/** Finds the id of an organization by its name or id. @throws StartError if none or several fit. */
async function findOrganizationId({ pool }: Database, organization: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from organizations where name = $1 or id::text = $1',
    [organization],
  );
  const [found, another] = rows;
  if (!found) throw new StartError(`There is no organization "${organization}".`);
  if (another) throw new StartError(`Several organizations are named "${organization}": use the id.`);
  return found.id;
}
