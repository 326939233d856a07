import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Prefetched } from '@/app/server/prefetched';
import { pageTimeout } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { fixedSegment } from '@/components/contacts/contact-list-state';
import { allSegments } from '@/components/segments/use-segments';
import { loadContactList } from '../../contacts/list/load-contact-list';
import { SegmentView } from '../segment-view';

/** Reads all segments once for title and page; `null` if this one does not exist. `segments` is `null` if the read failed. */
const loadSegment = cache(async (id: string) => {
  const signedIn = await requireStaff('segments:read');
  const result = await signedIn
    .call(
      'listSegments',
      { query: new URLSearchParams({ include: 'contactCount' }) },
      { signal: pageTimeout() },
    )
    .catch(() => null);
  // The browser repeats reads that failed or timed out, and shows their errors.
  if (!result?.ok) return { signedIn, segments: null, title: 'Segment' };
  const segment = result.data.find((one) => one.id === id);
  return segment ? { signedIn, segments: result.data, title: segment.title } : null;
});

export async function generateMetadata({ params }: PageProps<'/segments/[id]'>): Promise<Metadata> {
  return { title: (await loadSegment((await params).id))?.title ?? 'Segment not found' };
}

/** The page of a segment, with the first rows of its contacts in the HTML unless they are filtered by days. */
export default async function SegmentPage({ params, searchParams }: PageProps<'/segments/[id]'>) {
  const { id } = await params;
  const loaded = await loadSegment(id);
  if (!loaded) notFound();
  const { signedIn, segments } = loaded;
  const { view, read } = await loadContactList(signedIn, searchParams, fixedSegment(id));
  return (
    <Prefetched signedIn={signedIn} known={segments ? [[allSegments.queryKey, segments]] : []} reads={[read]}>
      <SegmentView id={id} initialView={view} />
    </Prefetched>
  );
}
