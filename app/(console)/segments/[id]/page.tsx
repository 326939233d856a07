import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { createLoader } from 'nuqs/server';
import { cache } from 'react';
import { Prefetched } from '@/app/server/prefetched';
import { describeService, pageTimeout } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import {
  CONTACTS_VIEW,
  contactListParameters,
  hasDays,
  toIncludes,
  withinSegment,
} from '@/components/contacts/contact-list-state';
import { contactListOptions } from '@/components/contacts/contact-queries';
import { parseTableView } from '@/components/data-table/table-view';
import { allSegments } from '@/components/segments/use-segments';
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

const loadState = createLoader(contactListParameters);

/** The page of a segment, with the first rows of its contacts in the HTML unless they are filtered by days. */
export default async function SegmentPage({ params, searchParams }: PageProps<'/segments/[id]'>) {
  const { id } = await params;
  const loaded = await loadSegment(id);
  if (!loaded) notFound();
  const { signedIn, segments } = loaded;
  const state = await loadState(searchParams);
  const view = parseTableView((await cookies()).get(CONTACTS_VIEW)?.value);
  const { can } = await describeService(signedIn.staff);
  const include = toIncludes(state.columns ?? view.columns, (operation) => can.includes(operation));
  return (
    <Prefetched
      signedIn={signedIn}
      known={segments ? [[allSegments.queryKey, segments]] : []}
      reads={[!hasDays(state) && contactListOptions(withinSegment(state, id), include)]}
    >
      <SegmentView id={id} initialView={view} />
    </Prefetched>
  );
}
