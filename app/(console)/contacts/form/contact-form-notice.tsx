import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { Ref } from 'react';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { useCapabilities } from '@/app/(console)/service-provider';
import { FormAlert } from '@/components/form/form-alert';
import type { Identifier } from '@/lib/contract/conflict';
import { ChangeList } from './change-list';
import { ConflictWays, ownersInWords } from './contact-form-conflict';
import type { Choice, FieldConflict } from './contact-form-merge';
import { MergePanel } from './contact-form-merge-panel';
import type { FormState } from './contact-form-state';
import { overtakenBy } from './contact-preview';

interface FormNoticeProps {
  state: FormState;
  onLeaveOut(field: Identifier): void;
  onChoose(conflict: FieldConflict, choice: Choice): void;
  ref?: Ref<HTMLDivElement>;
}

/** Why the last save was rejected, and the ways out. */
export function FormNotice({ state, onLeaveOut, onChoose, ref }: FormNoticeProps) {
  const { data: segments = [] } = useQuery(segmentListOptions());
  const can = useCapabilities();
  if (state.name === 'stale')
    return <MergePanel ref={ref} state={state} segments={segments} onChoose={onChoose} />;
  if (state.name === 'conflict')
    return (
      <FormAlert ref={ref} title={`Nothing was saved: ${ownersInWords(state.owners)}.`}>
        <ConflictWays owners={state.owners} current={state.base?.contact} onLeaveOut={onLeaveOut} />
      </FormAlert>
    );
  if (state.name === 'gone')
    return (
      <FormAlert ref={ref} title="This contact has been deleted. Nothing was saved.">
        {can.restoreContacts ? (
          <p>
            Restore it from the{' '}
            <Link href="/contacts/trash" target="_blank" className="text-accent underline">
              trash
            </Link>
            , then save again.
          </p>
        ) : null}
      </FormAlert>
    );
  if (state.name !== 'overtaken') return null;
  const { what, changes } = overtakenBy(state.before, state.now, segments);
  return (
    <FormAlert ref={ref} tone="warning" title={`Not saved yet. ${what}`}>
      <ChangeList changes={changes} />
      <p>Check the preview, then save again.</p>
    </FormAlert>
  );
}
