import { createOrganization } from '@/lib/service/organizations/create-organization';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { withConfiguredDatabase } from './with-configured-database';

try {
  const [name = '', ...rest] = process.argv.slice(2).map((argument) => argument.trim());
  // `--help` prints the usage, too; there are no options.
  if (!name || name.length > 200 || name.startsWith('-') || rest.length > 0)
    throw new StartError('Usage: npm run organization -- "Name" (at most 200 characters)');
  if (/\p{Cc}/u.test(name)) throw new StartError('The name must not contain line breaks or tabs.');
  await withConfiguredDatabase('created', async (database) => {
    const { id, token } = await createOrganization(database, name);
    console.log(`Created organization ${id}. Its token, which is not shown again:\n${token}`);
  });
} catch (error) {
  exitWithError(error);
}
