'use client';

import type { Ref } from 'react';
import { FormAlert } from '@/components/form/form-alert';
import type { Segment } from '@/lib/contract/segment';
import { ChangeList } from './change-list';
import type { Choice, FieldConflict } from './contact-form-merge';
import { type ContactValues, fieldLabels } from './contact-form-values';
import { differencesBetween } from './contact-verdict';

interface MergePanelProps {
  /** What the form said, and says now that theirs is in it. */
  before: ContactValues;
  after: ContactValues;
  conflicts: readonly FieldConflict[];
  /** Whether there is anything left to save. */
  dirty: boolean;
  onChoose(conflict: FieldConflict, choice: Choice): void;
  segments: readonly Segment[];
  ref?: Ref<HTMLDivElement>;
}

/** Somebody else saved first: what they changed, and for each field that both changed a choice. Nothing is saved yet. */
export function MergePanel({ before, after, conflicts, dirty, onChoose, segments, ref }: MergePanelProps) {
  const adopted = differencesBetween(before, after, segments);
  return (
    <FormAlert
      ref={ref}
      tone="warning"
      title={`Somebody else changed this contact meanwhile. ${
        dirty ? 'Nothing of yours was saved yet.' : 'What you changed is saved already.'
      }`}
    >
      {conflicts.length > 0 ? (
        <p>Choose which value to keep, or type another one, then save again.</p>
      ) : dirty ? (
        <p>Look it over, then save again.</p>
      ) : null}
      {conflicts.map((conflict) => (
        <fieldset
          key={conflict.field}
          className="@container min-w-0 rounded-md border border-line bg-raised p-2.5"
        >
          <legend className="float-left mb-1.5 w-full text-sm font-medium wrap-anywhere">
            {fieldLabels[conflict.field]}{' '}
            <span className="font-normal text-muted">was {conflict.before || 'empty'}</span>
          </legend>
          <div className="clear-both grid grid-cols-1 gap-1 @md:grid-cols-2">
            {(['mine', 'theirs'] as const).map((choice) => (
              <label key={choice} className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-hover">
                <input
                  type="radio"
                  name={`merge-${conflict.field}`}
                  className="size-4 shrink-0 accent-accent"
                  checked={conflict.choice === choice}
                  onChange={() => onChoose(conflict, choice)}
                />
                <span className="min-w-0">
                  <span className="text-xs text-muted">{choice === 'mine' ? 'Yours' : 'Theirs'}</span>{' '}
                  <span className="break-words">{conflict[choice] || 'empty'}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {adopted.length > 0 ? (
        <div className="flex flex-col gap-1 text-sm">
          <p className="text-muted">Taken over from them:</p>
          <ChangeList changes={adopted} />
        </div>
      ) : null}
    </FormAlert>
  );
}
