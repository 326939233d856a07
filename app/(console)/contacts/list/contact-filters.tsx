'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter, X } from 'lucide-react';
import { type ComponentProps, lazy } from 'react';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { Button } from '@/components/ui/button';
import { focusMain } from '@/components/ui/focus-main';
import { LoadOnPress } from '@/components/ui/load-on-press';
import type { ContactFiltersProps } from './contact-filters-popover';
import { segmentWords } from './contact-list-state';

const ContactFiltersPopover = lazy(() => import('./contact-filters-popover'));

/** The pills of active filters, "Segment is Customer ×", or the button that adds one. */
export function ContactFilters({ state, onChange }: ContactFiltersProps) {
  const { data: segments = [] } = useQuery(segmentListOptions());
  const opening = (face: ComponentProps<typeof LoadOnPress>['face']) => (
    <LoadOnPress face={face}>
      <ContactFiltersPopover trigger={face} state={state} onChange={onChange} />
    </LoadOnPress>
  );
  const pill = (name: string, words: string, without: Parameters<typeof onChange>[0]) => (
    <div className="inline-flex max-w-full min-w-0 rounded-md bg-accent-soft text-accent">
      {opening(
        <button
          type="button"
          className="h-8 min-w-0 truncate rounded-l-md px-2.5 text-sm font-medium hover:bg-hover"
        >
          <bdi>{words}</bdi>
        </button>,
      )}
      <button
        type="button"
        aria-label={`Remove the ${name} filter`}
        onClick={() => {
          onChange(without);
          focusMain();
        }}
        className="flex size-8 shrink-0 items-center justify-center rounded-r-md hover:bg-hover"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
  if (state.segment.length === 0 && !state.referralCode)
    return opening(
      <Button>
        <ListFilter aria-hidden className="text-muted" />
        Filter
      </Button>,
    );
  const byId = new Map(segments.map((each) => [each.id, each]));
  return (
    <>
      {state.segment.length > 0
        ? pill('segment', `Segment ${segmentWords(state, byId)}`, { segment: [], segmentMatch: 'any' })
        : null}
      {state.referralCode
        ? pill('referral code', `Referral code is ${state.referralCode}`, { referralCode: '' })
        : null}
    </>
  );
}
