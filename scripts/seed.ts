import { parseArgs } from 'node:util';
import { ensureFirstOrganization } from '@/lib/database/first-organization';
import { seed } from '@/lib/service/samples/sample-data';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { withConfiguredDatabase } from './with-configured-database';

const usage = 'Usage: npm run seed -- --contacts 100000 --segments 20 --referral-codes 50';

/** Parses the command line; counts default to 0. */
function countsOf(args: string[]) {
  let values: Record<string, string | undefined>;
  try {
    const count = { type: 'string' } as const;
    ({ values } = parseArgs({
      args,
      options: { contacts: count, segments: count, 'referral-codes': count },
    }));
  } catch (cause) {
    throw new StartError(`${(cause as Error).message}\n${usage}`, { cause });
  }
  const countOf = (name: string) => {
    const value = values[name] ?? '0';
    if (!/^\d{1,8}$/.test(value)) throw new StartError(`--${name} must be a whole number.\n${usage}`);
    return Number(value);
  };
  const counts = {
    contacts: countOf('contacts'),
    segments: countOf('segments'),
    referralCodes: countOf('referral-codes'),
  };
  if (Object.values(counts).every((count) => count === 0)) throw new StartError(usage);
  return counts;
}

try {
  const counts = countsOf(process.argv.slice(2));
  await withConfiguredDatabase(async (database) => {
    const organizationId = await ensureFirstOrganization(database);
    const start = performance.now();
    await seed(database, organizationId, counts);
    const seconds = (performance.now() - start) / 1000;
    console.log(
      `Created ${counts.contacts} contacts, ${counts.segments} segments and ${counts.referralCodes} referral codes in ${seconds.toFixed(1)} s.`,
    );
  });
} catch (error) {
  exitWithError(error);
}
