'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Sparkles, Upload, Users } from 'lucide-react';
import { useImportOffered, useMay, useOffered } from '@/app/(console)/console-providers';
import { useCapabilities } from '@/app/(console)/service-provider';
import { countOf, formatTotal } from '@/components/data-table/format-count';
import { callAction } from '@/components/form/call-action';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import { trashListOptions } from '../contact-queries';
import { useEmptyReplica } from './replica-status';
import { loadSampleData } from './sample-data-action';

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

/** Offers sample data to those who may load it. */
function LoadSampleData() {
  const mayLoad = useMay('sample-data:load');
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callAction(loadSampleData, undefined),
    onSuccess: ({ count }) => toast.success(`${countOf(count, 'sample contact')} loaded`),
    onError: ({ message }) => toast.error('Could not load sample data', { description: message }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  if (!mayLoad) return null;
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      <Sparkles aria-hidden className="text-muted" />
      Load sample data
    </Button>
  );
}
