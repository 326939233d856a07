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
  const { verdict, checking, failed, fromCopy } = state;
  const { data: segments = [] } = useQuery(segmentListOptions());
  const conflicts = verdict?.outcome === 'conflict' ? verdict.conflicts : null;
  return (
    <section
      aria-label="What saving will do"
      className={cn(
        'flex min-w-0 flex-col gap-2 self-start rounded-lg border p-3 text-sm xl:sticky xl:top-4',
        conflicts ? 'border-danger/40 bg-danger-soft' : 'border-line bg-surface',
      )}
    >
      <h2 className="flex items-center justify-between text-xs font-medium text-muted">
        What saving will do
        <LoaderCircle aria-hidden className={cn('size-3.5', checking ? 'animate-spin' : 'invisible')} />
      </h2>
      <div role="status" className={verdict ? 'text-base font-medium' : 'text-muted'}>
        {verdict
          ? headline(verdict, verdictChanges(verdict, segments).length)
          : failed
            ? 'That cannot be told at the moment. Saving works, and says what it did.'
            : 'Told here as soon as there is an email or a phone number.'}
        {verdict?.referralCode?.message ? (
          <span className="block pt-0.5 text-sm font-normal text-danger">
            {verdict.referralCode.message} Nothing is saved with it.
          </span>
        ) : null}
      </div>
      {verdict ? <ChangeList changes={verdictChanges(verdict, segments)} /> : null}
      {conflicts && onLeaveOut ? (
        <ConflictWays owners={conflicts} mode="create" onLeaveOut={onLeaveOut} />
      ) : null}
      {verdict && fromCopy ? (
        <p className="text-muted">As far as the copy knows: the service decides when it is saved.</p>
      ) : null}
    </section>
  );
}

function headline({ outcome, contact, conflicts }: ContactVerdict, changes: number): ReactNode {
  if (outcome === 'conflict') return `Conflict: ${whoseTheyAre(conflicts)}`;
  if (!contact) return 'Creates a new contact';
  const link = <ContactLink contact={contact} />;
  if (outcome === 'unchanged') return <>Changes nothing: {link} is like this already</>;
  return (
    <>
      Updates {link}: {changes === 1 ? '1 field changes' : `${changes} fields change`}
    </>
  );
}
