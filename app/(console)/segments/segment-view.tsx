'use client';

import { Tags, Upload } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ComponentProps, useState } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { BackLink } from '@/components/ui/back-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ButtonLink, Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { SegmentDot } from '@/components/ui/segment-chip';
import { SegmentContacts } from './segment-contacts';
import { SegmentGrowth } from './segment-growth';
import { SegmentMenu, useMayChangeSegments, useSegmentDialogs } from './segment-menu';

/** The page of a segment: description, growth and contacts. */
export function SegmentView({ id }: { id: string }) {
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
            <LoadedSegment segment={segment} onChoose={choose} />
          ) : (
            <EmptyState icon={Tags} title="Segment not found" />
          )}
        </ReadBoundary>
      )}
      {dialogs}
    </>
  );
}

/** Header with actions, growth if the service tells it, and contacts. */
function LoadedSegment({ segment, onChoose }: ComponentProps<typeof SegmentMenu>) {
  const { id, title, color, description, contactCount } = segment;
  const mayChange = useMayChangeSegments();
  const mayImport = useCan('createImport');
  const grows = useCan('getSegmentGrowth');
  const importLink = mayImport ? (
    <ButtonLink href={`/import?segment=${id}`}>
      <Upload aria-hidden className="text-muted" />
      Import contacts
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        back={<BackLink to="/segments" label="Back to segments" />}
        title={
          <span dir="auto" className="inline-flex items-center gap-2 wrap-anywhere">
            <SegmentDot color={color} className="size-3" />
            {title}
          </span>
        }
        aside={
          contactCount === undefined ? null : (
            <Link
              href={`/contacts?segment=${id}`}
              aria-label={`${formatCountOf(contactCount, 'contact')} in ${title}`}
              className="text-muted underline-offset-2 hover:underline"
            >
              {formatCount(contactCount)}
            </Link>
          )
        }
        description={description ? <bdi>{description}</bdi> : undefined}
        actions={
          <>
            {importLink}
            {mayChange ? <SegmentMenu segment={segment} onChoose={onChoose} /> : null}
          </>
        }
      />
      {grows ? <SegmentGrowth id={id} /> : null}
      <SegmentContacts segment={segment} empty={importLink} />
    </>
  );
}
