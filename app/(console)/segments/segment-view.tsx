'use client';

import { Tags, Upload } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useCan } from '@/components/hooks/use-can';
import { countOf, formatCount } from '@/components/text/format-count';
import { BackLink } from '@/components/ui/back-link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { SegmentDot } from '@/components/ui/segment-chip';
import type { Segment } from '@/lib/contract/segment';
import { SegmentContacts } from './segment-contacts';
import { SegmentGrowth } from './segment-growth';
import { SegmentMenu, useMayChangeSegments } from './segment-menu';
import { useSegments } from './use-segments';

/** The page of a segment: what it is, how it grows, who is in it. */
export function SegmentView({ id }: { id: string }) {
  const list = useSegments();
  const segment = list.data?.find((one) => one.id === id);
  return (
    <ReadBoundary what="The segment" query={list}>
      {segment ? <Loaded segment={segment} /> : <EmptyState icon={Tags} title="Segment not found" />}
    </ReadBoundary>
  );
}

function Loaded({ segment }: { segment: Segment }) {
  const { id, title, color, description, contactCount } = segment;
  const router = useRouter();
  const mayChange = useMayChangeSegments();
  const mayImport = useCan('createImport');
  const grows = useCan('getSegmentGrowth');
  const importLink = mayImport ? (
    <Link href={`/import?segment=${id}`} className={buttonClasses()}>
      <Upload aria-hidden className="text-muted" />
      Import into it
    </Link>
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
              aria-label={`${countOf(contactCount, 'contact')} in ${title}`}
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
            {mayChange ? (
              <SegmentMenu
                segment={segment}
                onGone={(into) => router.push(into ? `/segments/${into}` : '/segments')}
              />
            ) : null}
          </>
        }
      />
      {grows ? <SegmentGrowth id={id} /> : null}
      <SegmentContacts segment={segment} empty={importLink} />
    </>
  );
}
