'use client';

import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import type { Identifier } from '@/lib/contract/conflict';
import type { ContactVerdict } from '@/lib/contract/verdict';
import { segmentListOptions } from '../segments/segment-queries';
import { ChangeList } from './change-list';
import { ConflictWays, whoseTheyAre } from './contact-form-conflict';
import { ContactLink } from './contact-link';
import { verdictChanges } from './contact-verdict';
import type { FormVerdict } from './use-verdict';

interface VerdictPanelProps {
  state: FormVerdict;
  /** Absent while the ways out of a conflict stand above the form. */
  onLeaveOut?(field: Identifier): void;
}

/**
 * What saving will do, beside the form, or below it where there is no room: it grows and shrinks while somebody types,
 * and must not move what they type into.
 */
export function VerdictPanel({ state, onLeaveOut }: VerdictPanelProps) {
  const { judged, verdict, checking, failed, fromCopy } = state;
  const { data: segments = [] } = useQuery(segmentListOptions());
  const changes = judged ? verdictChanges(judged, segments) : [];
  const conflicts = verdict?.outcome === 'conflict' ? verdict.conflicts : null;
  return (
    <VerdictFrame conflict={conflicts !== null} checking={checking} className="self-start xl:sticky xl:top-4">
      <VerdictHeadline muted={!verdict}>
        {verdict
          ? headline(verdict, changes.length)
          : failed
            ? 'That cannot be told at the moment. Saving works, and says what it did.'
            : checking
              ? 'Checking who has this email or phone.'
              : 'Told here as soon as there is an email or a phone number.'}
        {verdict?.referralCode?.message ? (
          <span className="block pt-0.5 text-sm font-normal text-danger">
            {verdict.referralCode.message} Nothing is saved with it.
          </span>
        ) : null}
      </VerdictHeadline>
      <ChangeList changes={changes} />
      {conflicts && onLeaveOut ? <ConflictWays owners={conflicts} onLeaveOut={onLeaveOut} /> : null}
      {verdict && fromCopy ? (
        <p className="text-muted">As far as the copy knows: the service decides when it is saved.</p>
      ) : null}
    </VerdictFrame>
  );
}

interface VerdictFrameProps {
  conflict?: boolean;
  checking?: boolean;
  className?: string;
  children: ReactNode;
}

export function VerdictFrame({ conflict = false, checking = false, className, children }: VerdictFrameProps) {
  return (
    <section
      aria-label="What saving will do"
      className={cn(
        'flex min-w-0 flex-col gap-2 rounded-lg border p-3 text-sm',
        conflict ? 'border-danger/40 bg-danger-soft' : 'border-line bg-surface',
        className,
      )}
    >
      <h2 className="flex items-center justify-between text-xs font-medium text-muted">
        What saving will do
        <LoaderCircle aria-hidden className={cn('size-3.5', checking ? 'animate-spin' : 'invisible')} />
      </h2>
      {children}
    </section>
  );
}

/** `muted`: it says only why there is no verdict. */
export function VerdictHeadline({ muted = false, children }: { muted?: boolean; children: ReactNode }) {
  return (
    <div role="status" className={muted ? 'text-muted' : 'text-base font-medium wrap-anywhere'}>
      {children}
    </div>
  );
}

function headline({ outcome, contact, conflicts }: ContactVerdict, changes: number): ReactNode {
  if (outcome === 'conflict') return `Conflict: ${whoseTheyAre(conflicts)}`;
  if (!contact) return 'Creates a new contact';
  const link = <ContactLink contact={contact} />;
  if (outcome === 'unchanged') return <>Changes nothing: {link} is like this already</>;
  return (
    <>
      Updates {link}: {fieldsChange(changes)}
    </>
  );
}

export function fieldsChange(count: number): string {
  return count === 1 ? '1 field changes' : `${count} fields change`;
}
