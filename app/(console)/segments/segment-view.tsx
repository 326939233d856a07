'use client';

import { useQuery } from '@tanstack/react-query';
import { Tags, Upload, Users } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ComponentProps, useState } from 'react';
import { fixedSegment } from '@/components/contacts/contact-list-state';
import { ListTotal } from '@/components/contacts/contact-list-view';
import type { TableView } from '@/components/data-table/table-view';
import { useCan, useMay } from '@/components/hooks/use-can';
import { readOptions } from '@/components/hooks/use-read';
import { useSegments } from '@/components/segments/use-segments';
import { byRuleWords } from '@/components/text/by-rule-words';
import { formatTotal } from '@/components/text/format-count';
import { BackLink } from '@/components/ui/back-link';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { EmptyState } from '@/components/ui/empty-state';
import { ButtonLink, Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { SegmentDot } from '@/components/ui/segment-chip';
import { ContactsTable, useContactList } from '../contacts/list/contacts-table';
import { ImportDrop } from '../import/import-drop';
import { PeopleTabs } from './people-tabs';
import { SegmentMenu, useSegmentDialogs } from './segment-menu';

const SegmentRule = dynamic(() => import('./segment-rule').catch(chunkLoadFailed));
const SegmentGrowth = dynamic(() => import('./segment-growth').catch(chunkLoadFailed));

interface SegmentViewProps {
  id: string;
  /** Preferences of the contact table. */
  initialView: TableView;
}

/** The page of a segment: its people and its growth. */
export function SegmentView({ id, initialView }: SegmentViewProps) {
  const list = useSegments();
  const segment = list.data?.find((one) => one.id === id);
  const router = useRouter();
  const [isGone, setGone] = useState(false);
  const { choose, dialogs } = useSegmentDialogs((into) => {
    // Unmount, so that the deleted segment is not read again before the next page opens.
    setGone(true);
    router.push(into ? `/segments/${into}` : '/segments');
  });
  return (
    <>
      {isGone ? null : (
        <ReadBoundary collectionName="The segment" query={list}>
          {segment ? (
            <LoadedSegment segment={segment} onChoose={choose} initialView={initialView} />
          ) : (
            <EmptyState icon={Tags} title="Segment not found" />
          )}
        </ReadBoundary>
      )}
      {dialogs}
    </>
  );
}

/** How many people of a segment must not be contacted, if any, as a link to them: "· 18 do not contact". */
function MarkedTotal({ segmentId }: { segmentId: string }) {
  const query = { segmentId: [segmentId], doNotContact: 'true' as const, pageSize: '1' };
  // Only a Roster has marks.
  const { data } = useQuery({
    ...readOptions('listContacts', { query }),
    staleTime: 60_000,
    enabled: useCan('listFields'),
  });
  if (!data?.meta.total) return null;
  return (
    <span className="text-muted">
      {'· '}
      <Link href={`/segments/${segmentId}?doNotContact=true`} className="underline-offset-2 hover:underline">
        {formatTotal(data.meta)} do not contact
      </Link>
    </span>
  );
}

/** Heading with actions, and a tab each for the contacts and, if the service tells it, the growth. */
function LoadedSegment({
  segment,
  onChoose,
  initialView,
}: ComponentProps<typeof SegmentMenu> & Pick<SegmentViewProps, 'initialView'>) {
  const { id, title, color, description, contactCount, rule } = segment;
  const may = useMay();
  const mayImport = useCan('createImport');
  const grows = useCan('getSegmentGrowth');
  const fixed = fixedSegment(id);
  const contacts = useContactList(initialView, fixed);
  const all = contactCount === undefined ? undefined : { total: contactCount, totalIsExact: true };
  const people = (
    <ContactsTable
      contacts={contacts}
      within={{
        filter: fixed,
        title,
        empty: rule ? (
          <EmptyState icon={Users} title="Nobody matches the rule" />
        ) : (
          <EmptyState
            icon={Users}
            title="Nobody yet"
            actions={
              mayImport ? (
                <ButtonLink variant="primary" href={`/import?segment=${id}`}>
                  <Upload aria-hidden />
                  Import
                </ButtonLink>
              ) : undefined
            }
          >
            {mayImport
              ? 'Drop a file here, or select people in Contacts and add them to the segment.'
              : 'Nobody has been added to this segment.'}
          </EmptyState>
        ),
      }}
    />
  );
  return (
    <>
      <PageHeader
        back={<BackLink to="/segments" label="Back to segments" />}
        title={
          <span className="inline-flex items-center gap-2 wrap-anywhere">
            <SegmentDot color={color} className="size-3" />
            <bdi>{title}</bdi>
          </span>
        }
        aside={
          <span className="inline-flex flex-wrap gap-x-1">
            {segment.ruleProblem ? (
              <span className="text-muted">0</span>
            ) : contacts.filtered ? (
              <ListTotal meta={contacts.list.data?.meta} all={all} />
            ) : (
              <ListTotal meta={all} />
            )}
            <MarkedTotal segmentId={id} />
          </span>
        }
        description={
          description ? (
            <bdi>{description}</bdi>
          ) : may('updateSegment') ? (
            <button
              type="button"
              className="text-left hover:text-ink hover:underline"
              onClick={() => onChoose('edit', segment)}
            >
              Add a description
            </button>
          ) : undefined
        }
        actions={<SegmentMenu segment={segment} onChoose={onChoose} />}
      />
      {rule ? <SegmentRule segment={segment} /> : null}
      <ImportDrop segmentId={id} refusal={rule && `Nothing can be imported here. ${byRuleWords(title)}`} />
      <PeopleTabs
        label="Segment"
        people={people}
        growthLabel="Growth"
        growth={grows ? <SegmentGrowth segment={segment} /> : null}
      />
    </>
  );
}
