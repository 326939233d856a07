'use client';

import { formatCountOf } from '@/components/text/format-count';
import { FormAlert } from '@/components/ui/form-alert';
import { RelativeTime } from '@/components/ui/relative-time';
import type { BackupStatus } from '@/lib/runtime';
import { Section } from '../section';

/** Times of the last backup and of the last proof that it can be restored. */
export function Backups({ madeAt, proven, problem }: BackupStatus) {
  return (
    <Section title="Backups">
      {problem ? <FormAlert title={`The last backup failed. ${problem}`} /> : null}
      <p className="text-sm text-muted">
        {madeAt ? (
          <>
            Last backup <RelativeTime at={madeAt} />.{' '}
          </>
        ) : (
          'None yet. '
        )}
        {proven ? (
          <>
            Last tested <RelativeTime at={proven.at} />: {formatCountOf(proven.rows, 'row')} restored and
            compared.
          </>
        ) : madeAt ? (
          'None was tested successfully yet.'
        ) : null}
      </p>
    </Section>
  );
}
