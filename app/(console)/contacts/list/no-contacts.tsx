'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus, Upload, Users } from 'lucide-react';
import Link from 'next/link';
import { useImportOffered, useMay, useOffered } from '@/app/(console)/console-providers';
import { useCapabilities } from '@/app/(console)/service-provider';
import { countOf, formatTotal } from '@/components/data-table/format-count';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { trashListOptions } from '../contact-queries';
import { LoadSampleData } from './load-sample-data';
import { useEmptyReplica } from './replica-status';

/** Shown if there are no contacts. */
export default function NoContacts() {
  const mayWrite = useMay('contacts:write');
  const offered = useOffered('contacts:write', 'upsertContact');
  const isImportOffered = useImportOffered();
  const can = useCapabilities();
  const ofReplica = useEmptyReplica();
  const { data: trash } = useQuery({
    ...trashListOptions({ search: '', page: 1, size: 25 }),
    enabled: can.listTrash,
  });
  const deleted = trash && trash.meta.total > 0 ? trash.meta : null;
  return (
    <EmptyState
      icon={Users}
      title={deleted ? 'No contacts' : 'No contacts yet'}
      actions={
        offered ? (
          <>
            {isImportOffered ? (
              <Link href="/import" className={buttonClasses({ variant: 'primary' })}>
                <Upload aria-hidden />
                Import a CSV
              </Link>
            ) : null}
            <Link
              href="/contacts/new"
              className={buttonClasses({ variant: isImportOffered ? 'secondary' : 'primary' })}
            >
              <Plus aria-hidden />
              Add contact
            </Link>
            {can.loadSamples ? <LoadSampleData /> : null}
            {deleted ? (
              <Link href="/contacts/trash" className={buttonClasses()}>
                Open trash
              </Link>
            ) : null}
          </>
        ) : null
      }
    >
      <p>
        {deleted
          ? `You can restore ${deleted.totalIsExact ? countOf(deleted.total, 'contact') : `${formatTotal(deleted)} contacts`} from the trash.`
          : (ofReplica ??
            (mayWrite
              ? 'Add the first one, load sample data to look around, or send contacts through the API.'
              : 'Contacts appear here when a colleague adds them.'))}
      </p>
    </EmptyState>
  );
}
