'use client';

import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Plus, Sparkles, Upload, Users } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { trashListOptions } from '@/components/contacts/contact-queries';
import { useCan, useMay } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { useSegments } from '@/components/segments/use-segments';
import { formatCountOf, formatTotal } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { EmptyState } from '@/components/ui/empty-state';
import { ButtonLink, Link } from '@/components/ui/link';
import { NarrowPage } from '@/components/ui/page-header';
import { toast } from '@/components/ui/toast';
import { useEmptyReplicaReason } from '../../settings/connection/replica-status';

/** Shown if there are no contacts: cards with ways to begin. */
export default function NoContacts() {
  const may = useMay();
  const ofReplica = useEmptyReplicaReason();
  const { data: trash } = useQuery({
    ...trashListOptions({ search: '', page: 1, size: 25 }),
    enabled: may('listTrash'),
  });
  const deleted = trash && trash.meta.total > 0 ? trash.meta : null;
  const title = deleted ? 'No contacts' : 'No contacts yet';
  const text = deleted
    ? `You can restore ${deleted.totalIsExact ? formatCountOf(deleted.total, 'contact') : `${formatTotal(deleted)} contacts`} from the trash.`
    : (ofReplica ??
      (may('contacts:write')
        ? 'Start with what you have, or send contacts through the API.'
        : 'Contacts appear here when a colleague adds them.'));
  const openTrash = deleted ? <ButtonLink href="/contacts/trash">Open trash</ButtonLink> : null;
  if (!may('upsertContact'))
    return (
      <EmptyState icon={Users} title={title} actions={openTrash}>
        {text}
      </EmptyState>
    );
  return (
    <NarrowPage className="flex flex-col gap-8 px-4 pt-8 pb-12 md:px-6 md:pt-16">
      <div className="flex flex-col items-center gap-1 text-center">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="text-base text-balance text-muted">{text}</p>
        {openTrash ? <div className="pt-3">{openTrash}</div> : null}
      </div>
      <ul className="flex flex-wrap justify-center gap-4 *:min-w-64 *:max-w-96 *:flex-1">
        {may('listImports', 'contacts:write') ? (
          <Card
            main
            icon={Upload}
            text="Or an Excel or vCard file. Preview every change, and undo the import within 30 days."
          >
            <Link href="/import" className="after:absolute after:inset-0 after:rounded-lg">
              Import a CSV
            </Link>
          </Card>
        ) : null}
        <Card icon={Plus} text="Type in one person. An email or a phone number is enough.">
          <Link
            href="/contacts/new"
            aria-keyshortcuts="c"
            className="after:absolute after:inset-0 after:rounded-lg"
          >
            Add contact
          </Link>
        </Card>
        <SampleData />
      </ul>
    </NarrowPage>
  );
}

interface CardProps {
  /** Whether most begin this way. */
  main?: boolean;
  icon: LucideIcon;
  text: string;
  children: ReactNode;
}

/** One way to begin. `children`: the title, whose link covers the whole card. */
function Card({ main = false, icon: Icon, text, children }: CardProps) {
  return (
    <li
      className={cn(
        'relative flex flex-col gap-3 rounded-lg border bg-raised p-5 shadow-xs transition-colors duration-100 focus-within:border-accent hover:border-accent',
        main ? 'border-accent' : 'border-edge',
      )}
    >
      <span
        className={cn(
          'flex size-9 items-center justify-center rounded-lg',
          main ? 'bg-accent text-accent-ink' : 'bg-accent-soft text-accent',
        )}
      >
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div className="flex flex-col gap-1">
        <h3 className="text-base font-semibold">{children}</h3>
        <p className="text-sm text-pretty text-muted">{text}</p>
      </div>
    </li>
  );
}

/** Offers sample data, if the person may load it and there are no segments either. */
function SampleData() {
  const router = useRouter();
  const mayLoad = useCan('loadSampleData');
  const { data: segments } = useSegments();
  const { mutate, isPending } = useOperation('loadSampleData', {
    onSuccess({ count }) {
      router.refresh();
      toast.success(`${formatCountOf(count, 'sample contact')} loaded`);
    },
    onError: (error) => toast.failed('Could not load sample data', error),
  });
  if (!mayLoad || segments?.length !== 0) return null;
  return (
    <Card
      icon={Sparkles}
      text="Look around with 240 invented people, 12 segments and 6 referral codes. Remove them when you are done."
    >
      <Button
        variant="ghost"
        pending={isPending}
        onClick={() => mutate({})}
        className="-mx-0.5 h-auto! px-0.5! text-base! font-semibold! after:absolute after:inset-0 after:rounded-lg hover:bg-transparent!"
      >
        Load sample data
      </Button>
    </Card>
  );
}
