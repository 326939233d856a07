'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Tags, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { countOf } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';
import { Skeleton } from '@/components/ui/skeleton';
import type { Segment } from '@/lib/contract/segment';
import { useMay, useOffered } from '../console-providers';
import { ReadFailed } from '../read-failed';
import { useService } from '../service-provider';
import { useStaleNotice } from '../use-stale-notice';
import { DeleteSegmentDialog } from './delete-segment-dialog';
import { DeletedSegments } from './deleted-segments';
import { nextColor } from './next-color';
import { SegmentChanges } from './segment-changes';
import { SegmentDialog } from './segment-dialog';
import { inFull } from './segment-in-full';
import { segmentListOptions } from './segment-queries';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; segment: Segment };

/** All segments, with what changes them for those who may. */
export function SegmentList() {
  const mayAdd = useOffered('segments:write', 'createSegment');
  const mayEdit = useOffered('segments:write', 'updateSegment');
  const mayDelete = useOffered('segments:write', 'deleteSegment');
  const mayRestore = useOffered('segments:write', 'restoreSegment');
  const mayPutBack = useOffered('contacts:write', 'undoBulkChange');
  const readOnly = useReadOnly();
  const { data: segments, error, refetch } = useQuery(segmentListOptions());
  useStaleNotice(segments && 'the segments', error, refetch);
  const [open, setOpen] = useState<Open | null>(null);
  const add = mayAdd ? (
    <Button variant="primary" onClick={() => setOpen({ kind: 'add' })}>
      <Plus aria-hidden /> Add segment
    </Button>
  ) : undefined;
  // While they are on their way, all stands where it will stand: most have some.
  const isList = segments ? segments.length > 0 : !error;

  return (
    <div className={isList ? 'max-w-4xl' : undefined}>
      <PageHeader
        title="Segments"
        aside={segments?.length ? <span className="text-muted">{segments.length}</span> : null}
        description={readOnly}
        actions={isList ? add : undefined}
      />
      {segments === undefined ? (
        error ? (
          <ReadFailed what="The segments" error={error} onRetry={() => refetch()} />
        ) : (
          <Loading />
        )
      ) : segments.length === 0 ? (
        <EmptyState icon={Tags} title="No segments yet" actions={add}>
          Segments group contacts: customers, leads, a newsletter. A contact can be in any number of them.
        </EmptyState>
      ) : (
        <SegmentTable
          segments={segments}
          onEdit={mayEdit ? (segment) => setOpen({ kind: 'edit', segment }) : undefined}
          onDelete={mayDelete ? (segment) => setOpen({ kind: 'delete', segment }) : undefined}
        />
      )}
      {mayRestore ? <DeletedSegments /> : null}
      {mayPutBack && segments ? <SegmentChanges segments={segments} /> : null}
      {open?.kind === 'add' || open?.kind === 'edit' ? (
        <SegmentDialog
          segment={open.kind === 'edit' ? open.segment : undefined}
          suggestedColor={nextColor(segments ?? [])}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === 'delete' ? (
        <DeleteSegmentDialog segment={open.segment} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  );
}

/** Why segments can only be read, for those who may change them. */
function useReadOnly(): string | undefined {
  const mayWrite = useMay('segments:write');
  const { lacking, connection } = useService();
  if (!mayWrite) return undefined;
  if (connection && !connection.told)
    return 'Read-only: it is not known yet whether this service can create, change or delete segments.';
  const { createSegment, updateSegment, deleteSegment } = lacking;
  if (createSegment && updateSegment && deleteSegment)
    return 'Read-only: this service cannot create segments, nor change or delete them.';
  return [createSegment, updateSegment, deleteSegment].filter(Boolean).join(' ') || undefined;
}

interface SegmentTableProps {
  segments: readonly Segment[];
  /** Absent where it is not offered. */
  onEdit?(segment: Segment): void;
  onDelete?(segment: Segment): void;
}

function SegmentTable({ segments, onEdit, onDelete }: SegmentTableProps) {
  return (
    <div className="px-4 pb-8 md:px-6">
      <table className="w-full text-left">
        <caption className="sr-only">Segments</caption>
        <thead>
          <tr className="border-b text-xs text-muted">
            <th scope="col" className="h-9 pr-4 font-medium">
              Segment
            </th>
            <th scope="col" className="w-20 pr-4 text-right font-medium sm:w-28">
              Contacts
            </th>
            <th scope="col" className="hidden w-44 pr-4 pl-6 font-medium sm:table-cell">
              Created
            </th>
            {onEdit || onDelete ? (
              <th scope="col" className="w-20">
                <span className="sr-only">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {segments.map((segment) => (
            <tr key={segment.id} className="border-b hover:bg-surface">
              <th scope="row" className="h-11 max-w-0 py-1 pr-4 font-normal">
                <SegmentChip title={segment.title} color={segment.color} className={inFull} />
              </th>
              <td className="pr-4 text-right">
                <ContactCount segment={segment} />
              </td>
              <td className="hidden pr-4 pl-6 text-muted sm:table-cell">
                {segment.createdAt ? <RelativeTime at={segment.createdAt} /> : '–'}
              </td>
              {onEdit || onDelete ? (
                <td className="whitespace-nowrap text-right">
                  {onEdit ? (
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Edit ${segment.title}`}
                      onClick={() => onEdit(segment)}
                    >
                      <Pencil aria-hidden className="text-muted" />
                    </Button>
                  ) : null}
                  {onDelete ? (
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Delete ${segment.title}`}
                      onClick={() => onDelete(segment)}
                    >
                      <Trash2 aria-hidden className="text-muted" />
                    </Button>
                  ) : null}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ContactCount({ segment: { id, title, contactCount } }: { segment: Segment }) {
  if (contactCount === undefined) return <span className="text-muted">–</span>;
  return (
    <Link
      href={`/contacts?segment=${id}`}
      className="inline-flex h-6 min-w-6 items-center justify-end text-accent underline-offset-2 hover:underline"
      aria-label={`${countOf(contactCount, 'contact')} in ${title}`}
    >
      {contactCount.toLocaleString('en')}
    </Link>
  );
}

function Loading() {
  return (
    <div className="flex flex-col px-4 md:px-6">
      <p role="status" className="sr-only">
        Loading segments
      </p>
      <div className="h-9 border-b" />
      {['w-20', 'w-28', 'w-24', 'w-32', 'w-16'].map((width) => (
        <div key={width} className="flex h-11 items-center border-b">
          <Skeleton className={width} />
        </div>
      ))}
    </div>
  );
}
