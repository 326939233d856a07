import { randomUUID } from 'node:crypto';
import { createStaff } from '@/lib/staff/create-staff';
import { type Role, roles } from '@/lib/staff/roles';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { withConfiguredDatabase } from './with-configured-database';

const USAGE =
  'Usage: npm run staff -- EMAIL ROLE ["Name"], where the role is admin, editor or viewer; of an account that is there, it sets the role and a new password';

try {
  const [email = '', given = '', name, ...rest] = process.argv.slice(2);
  const role = roles.find((one) => one === given);
  if (!role || rest.length > 0) throw new StartError(USAGE);
  await withConfiguredDatabase(async ({ pool }) => {
    const log = { info: () => {}, error: (_: object, message: string) => console.error(message) };
    // Nobody is signed in here: no session is made with the secret.
    const staff = createStaff({ pool, secret: randomUUID(), log });
    const outcome = await staff.giveAccount({ email, role, name });
    if (!outcome.ok) throw new StartError(outcome.error.message);
    console.log(`${wordsOf(outcome, role)} The password, which is not shown again:\n${outcome.password}`);
  });
} catch (error) {
  exitWithError(error);
}

function wordsOf({ isNew, email }: { isNew: boolean; email: string }, role: Role): string {
  const what = role === 'viewer' ? 'a viewer' : `an ${role}`;
  return isNew ? `${email} is ${what}.` : `${email} is ${what}, with a new password, and signed out.`;
}
