import { parseArgs } from 'node:util';
import { ensureFirstOrganization } from '@/lib/database/first-organization';
import { seed } from '@/lib/service/samples/sample-data';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { withConfiguredDatabase } from './with-configured-database';

const usage = 'Usage: npm run seed -- --contacts 100000 --segments 20 --referral-codes 50';

/** Parses the numbers on the command line, 0 if left out. @throws StartError with the usage. */
function parseCounts(args: string[]) {
  const count = { type: 'string', default: '0' } as const;
  const options = { contacts: count, segments: count, 'referral-codes': count };
  try {
    const { values } = parseArgs({ args, options });
    /** Parses one number of at most eight digits. */
    const parseCount = (name: keyof typeof options) => {
      if (!/^\d{1,8}$/.test(values[name])) throw new Error(`--${name} must be a whole number.`);
      return Number(values[name]);
    };
    return {
      contacts: parseCount('contacts'),
      segments: parseCount('segments'),
      referralCodes: parseCount('referral-codes'),
    };
  } catch (cause) {
    throw new StartError(`${(cause as Error).message}\n${usage}`, { cause });
  }
}

try {
  const counts = parseCounts(process.argv.slice(2));
  if (!Object.values(counts).some(Boolean)) throw new StartError(usage);
  await withConfiguredDatabase('created', async (database) => {
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
