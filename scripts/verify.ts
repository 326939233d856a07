import { formatCountOf } from '@/components/text/format-count';
import { verifyActivity } from '@/lib/service/activity/verify-activity';
import { printable } from '@/lib/system/printable';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { withConfiguredDatabase } from './with-configured-database';

try {
  const digests = process.argv.slice(2).map((argument) => argument.trim().toLowerCase());
  if (digests.some((digest) => !/^[0-9a-f]{64}$/.test(digest)))
    throw new StartError('Usage: npm run verify -- [digest of an earlier seal] …');
  await withConfiguredDatabase('current', async (database, { activityDays: days }) => {
    const { rows } = await database.pool.query<{ id: string; name: string }>(
      'select id, name from organizations order by id',
    );
    const missing = new Set(digests);
    for (const { id, name } of rows) {
      const found = await verifyActivity(database, id, { days, known: digests });
      for (const digest of found.known) missing.delete(digest);
      const { activities, seals, removed, unsealed, last, problem } = found;
      console.log(`${printable(name)} (${id})`);
      console.log(
        `  Verified: ${formatCountOf(activities, 'activity', 'activities')} in ${formatCountOf(seals, 'seal')}.`,
      );
      if (removed)
        console.log(`  Removed after ACTIVITY_DAYS: ${formatCountOf(removed, 'activity', 'activities')}.`);
      if (unsealed) console.log(`  Not sealed yet: ${formatCountOf(unsealed, 'activity', 'activities')}.`);
      if (last) console.log(`  Last seal: ${last.number} of ${last.sealedAt}, ${last.digest}`);
      if (problem) {
        console.log(`  NOT VERIFIED: ${problem}`);
        process.exitCode = 1;
      }
    }
    for (const digest of missing) {
      console.log(`NOT VERIFIED: No seal has the digest ${digest}.`);
      process.exitCode = 1;
    }
  });
} catch (error) {
  exitWithError(error);
}
