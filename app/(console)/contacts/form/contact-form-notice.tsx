import { ChangeList } from '@/components/activity/change-list';
import { fieldValueWords, findOwnField, labelOfField } from '@/components/contacts/field-words';
import { useCan } from '@/components/hooks/use-can';
import { withNewSegments } from '@/components/segments/new-segments';
import { useSegments } from '@/components/segments/use-segments';
import { formatPhone } from '@/components/text/phone';
import { FormAlert } from '@/components/ui/form-alert';
import { Link } from '@/components/ui/link';
import type { Segment } from '@/lib/contract/segment';
import { ConflictWays, formatOwners } from './contact-form-conflict';
import type { FormState } from './contact-form-state';
import { sameValues, toFormValues } from './contact-form-values';
import { describeOvertaking, differencesBetween } from './contact-preview';
import type { ContactFormReturn } from './use-contact-form';

/** Says why the last save was rejected, with buttons that resolve the problem. */
export function FormNotice({ contactForm }: { contactForm: ContactFormReturn }) {
  const { state, alertRef: ref } = contactForm;
  const { data: segments = [] } = useSegments();
  const mayRestore = useCan('restoreContacts');
  if (state.name === 'stale')
    return <MergePanel contactForm={contactForm} state={state} segments={segments} />;
  if (state.name === 'conflict')
    return (
      <FormAlert
        ref={ref}
        title={`Nothing was saved: ${formatOwners(state.owners, contactForm.fieldsByName)}.`}
      >
        <ConflictWays owners={state.owners} contactForm={contactForm} />
      </FormAlert>
    );
  if (state.name === 'gone')
    return (
      <FormAlert ref={ref} title="This contact has been deleted. Nothing was saved.">
        {mayRestore ? (
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
  if (state.name === 'unusual')
    return (
      <FormAlert
        ref={ref}
        tone="warning"
        title={`Not saved yet. ${formatPhone(state.phone)} is an unusual number.`}
      >
        <p>Check it, or save again to keep it.</p>
      </FormAlert>
    );
  if (state.name !== 'overtaken') return null;
  const { what, changes } = describeOvertaking(state.before, state.now, segments, contactForm.fieldsByName);
  return (
    <FormAlert ref={ref} tone="warning" title={`Not saved yet. ${what}`}>
      <ChangeList changes={changes} />
      <p>Check the preview, then save again.</p>
    </FormAlert>
  );
}

interface MergePanelProps {
  contactForm: ContactFormReturn;
  state: FormState & { name: 'stale' };
  segments: readonly Segment[];
}

/** Shown if someone else saved first: their changes, and a choice for each field that both changed. */
function MergePanel({ contactForm: { choose, alertRef, fieldsByName }, state, segments }: MergePanelProps) {
  const { base, by, before, after, conflicts, isChoiceMissing } = state;
  const adopted = differencesBetween(
    before,
    after,
    withNewSegments(segments, after.segmentIds),
    fieldsByName,
  );
  const isSaved = sameValues(after, toFormValues(base?.contact));
  const next =
    conflicts.length > 0
      ? 'Choose what to keep.'
      : isSaved
        ? 'Your changes are already saved.'
        : 'Check the changes, then save again.';
  return (
    <FormAlert
      ref={alertRef}
      tone="warning"
      title={
        <>
          <bdi>{by ?? 'Someone else'}</bdi> edited this while you were typing. {next}
        </>
      }
    >
      {conflicts.map((conflict) => {
        const isMissing = isChoiceMissing && conflict.choice === null;
        const id = `choose-${conflict.field}`;
        const own = findOwnField(conflict.field, fieldsByName);
        const inWords = (value: string | string[]) =>
          value.length === 0 ? 'empty' : own ? fieldValueWords(own, value) : value;
        return (
          <fieldset
            key={conflict.field}
            aria-describedby={isMissing ? id : undefined}
            className={`@container min-w-0 rounded-md border bg-raised p-2.5 ${isMissing ? 'border-danger' : 'border-line'}`}
          >
            <legend className="float-left mb-1.5 w-full text-sm font-medium wrap-anywhere">
              {labelOfField(conflict.field, fieldsByName)}{' '}
              <span className="font-normal text-muted">
                was <bdi>{inWords(conflict.before)}</bdi>
              </span>
            </legend>
            <div className="clear-both grid grid-cols-1 gap-1 @md:grid-cols-2">
              {(['mine', 'theirs'] as const).map((choice) => (
                <label
                  key={choice}
                  className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-hover"
                >
                  <input
                    type="radio"
                    name={`merge-${conflict.field}`}
                    className="radio"
                    checked={conflict.choice === choice}
                    onChange={() => choose(conflict, choice)}
                  />
                  <span className="min-w-0">
                    <span className="text-xs text-muted">{choice === 'mine' ? 'Yours' : 'Theirs'}</span>{' '}
                    <bdi className="break-words">{inWords(conflict[choice])}</bdi>
                  </span>
                </label>
              ))}
            </div>
            {isMissing ? (
              <p id={id} className="text-sm text-danger">
                Choose one to save.
              </p>
            ) : null}
          </fieldset>
        );
      })}
      {adopted.length > 0 ? (
        <div className="flex flex-col gap-1 text-sm">
          <p className="text-muted">Their other changes:</p>
          <ChangeList changes={adopted} />
        </div>
      ) : null}
    </FormAlert>
  );
}
