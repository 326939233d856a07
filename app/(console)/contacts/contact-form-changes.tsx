'use client';

import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { Identifier } from '@/lib/contract/conflict';
import type { Contact } from '@/lib/contract/contact';
import { segmentListOptions } from '../segments/segment-queries';
import { ChangeList } from './change-list';
import { ConflictWays, whoseTheyAre } from './contact-form-conflict';
import { type ContactValues, valuesOf } from './contact-form-values';
import { fieldsChange, VerdictFrame, VerdictHeadline } from './contact-form-verdict';
import { contactName } from './contact-name';
import type { Owners } from './contact-save';
import { editChanges } from './contact-verdict';
import { useTyped } from './use-typed';

interface ChangesPanelProps {
  form: UseFormReturn<ContactValues>;
  /** The version that the changes are based on. */
  base: Contact;
  meant(values: ContactValues): ContactValues;
  taken: Owners;
  /** Absent while the ways out of a conflict stand above the form. */
  onLeaveOut?(field: Identifier): void;
}

/** What saving an edit will do: the fields that change, or whose the email and the phone are. Below the form, as it grows. */
export function ChangesPanel({ form, base, meant, taken, onLeaveOut }: ChangesPanelProps) {
  const { data: segments = [] } = useQuery(segmentListOptions());
  const [typed] = useTyped(form, true, meant);
  if (!typed) return null;
  if (taken.email || taken.phone)
    return (
      <VerdictFrame conflict>
        <VerdictHeadline>Conflict: {whoseTheyAre(taken)}</VerdictHeadline>
        {onLeaveOut ? <ConflictWays owners={taken} current={base} onLeaveOut={onLeaveOut} /> : null}
      </VerdictFrame>
    );
  const changes = editChanges(typed, valuesOf(base), segments);
  return (
    <VerdictFrame>
      {changes ? (
        <VerdictHeadline>
          {changes.length === 0
            ? 'Changes nothing'
            : `Updates ${contactName(base)}: ${fieldsChange(changes.length)}`}
        </VerdictHeadline>
      ) : (
        <VerdictHeadline muted>Told here as soon as every field can be saved.</VerdictHeadline>
      )}
      <ChangeList changes={changes ?? []} />
    </VerdictFrame>
  );
}
