'use client';

import type { Ref } from 'react';
import { FormAlert } from '@/components/form/form-alert';
import type { Segment } from '@/lib/contract/segment';
import type { FieldChange } from './contact-form-merge';
import { type EditableField, fieldLabels } from './contact-form-values';

/** Whose value a field that two people changed shall have. */
export type Choice = 'mine' | 'theirs';

interface MergePanelProps {
  changes: readonly FieldChange[];
  choices: Partial<Record<EditableField, Choice>>;
  onChoose(change: FieldChange, choice: Choice): void;
  segments: readonly Segment[];
  ref?: Ref<HTMLDivElement>;
}

/** Somebody else saved first: what they changed, and for each field that both changed a choice. Nothing is saved yet. */
export function MergePanel({ changes, choices, onChoose, segments, ref }: MergePanelProps) {
  const both = changes.filter(({ kind }) => kind === 'both');
  const adopted = changes.filter(({ kind }) => kind === 'adopted');
  const show = (value: string | readonly string[]) => inWords(value, segments);
  return (
    <FormAlert
      ref={ref}
      tone="warning"
      title="Somebody else changed this contact meanwhile. Nothing of yours was saved yet."
    >
      {both.length > 0 ? (
        <p>Choose which value to keep, then save again.</p>
      ) : (
        <p>Look it over, then save again.</p>
      )}
      {both.map((change) => (
        <fieldset key={change.field} className="min-w-0 rounded-md border border-line bg-raised p-2.5">
          <legend className="float-left mb-1.5 w-full text-sm font-medium">
            {fieldLabels[change.field]}
          </legend>
          <div className="clear-both grid grid-cols-1 gap-1 sm:grid-cols-2">
            {(['mine', 'theirs'] as const).map((choice) => (
              <label key={choice} className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-hover">
                <input
                  type="radio"
                  name={`merge-${change.field}`}
                  className="size-4 shrink-0 accent-accent"
                  checked={choices[change.field] === choice}
                  onChange={() => onChoose(change, choice)}
                />
                <span className="min-w-0">
                  <span className="text-xs text-muted">{choice === 'mine' ? 'Yours' : 'Theirs'}</span>{' '}
                  <span className="break-words">{show(change[choice])}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {adopted.length > 0 ? (
        <div className="text-sm">
          <p className="text-muted">Taken over, as you had not changed it:</p>
          <ul>
            {adopted.map(({ field, before, theirs }) => (
              <li key={field}>
                {fieldLabels[field]}: <s className="text-muted">{show(before)}</s> → {show(theirs)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </FormAlert>
  );
}

function inWords(value: string | readonly string[], segments: readonly Segment[]): string {
  if (typeof value === 'string') return value || 'empty';
  const titles = value.map(
    (id) => segments.find((segment) => segment.id === id)?.title ?? 'a deleted segment',
  );
  return titles.join(', ') || 'none';
}
