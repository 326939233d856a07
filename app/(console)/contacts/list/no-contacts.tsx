'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus, Sparkles, Upload, Users } from 'lucide-react';
import { useAct } from '@/components/hooks/use-act';
import { useCan } from '@/components/hooks/use-can';
import { countOf, formatTotal } from '@/components/text/format-count';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import { trashListOptions } from '../contact-queries';
import { useEmptyReplica } from './replica-status';

/** Shown if there are no contacts. */
export default function NoContacts() {
  const mayWrite = useCan('contacts:write');
  const mayAdd = useCan('upsertContact');
  const mayReadTrash = useCan('listTrash');
  const mayImport = useCan('listImports', 'contacts:write');
  const ofReplica = useEmptyReplica();
  const { data: trash } = useQuery({
    ...trashListOptions({ search: '', page: 1, size: 25 }),
    enabled: mayReadTrash,
  });
  const deleted = trash && trash.meta.total > 0 ? trash.meta : null;
  return (
    <EmptyState
      icon={Users}
      title={deleted ? 'No contacts' : 'No contacts yet'}
      actions={
        mayAdd ? (
          <>
            {mayImport ? (
              <Link href="/import" className={buttonClasses({ variant: 'primary' })}>
                <Upload aria-hidden />
                Import a CSV
              </Link>
            ) : null}
            <Link
              href="/contacts/new"
              className={buttonClasses({ variant: mayImport ? 'secondary' : 'primary' })}
            >
              <Plus aria-hidden />
              Add contact
            </Link>
            <LoadSampleData />
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
  const mayLoad = useCan('loadSampleData');
  const { mutate, isPending } = useAct('loadSampleData', {
    onSuccess: ({ count }) => toast.success(`${countOf(count, 'sample contact')} loaded`),
    onError: (error) => toast.failed('Could not load sample data', error),
  });
  if (!mayLoad) return null;
  return (
    <Button pending={isPending} onClick={() => mutate({})}>
      <Sparkles aria-hidden className="text-muted" />
      Load sample data
    </Button>
  );
}
