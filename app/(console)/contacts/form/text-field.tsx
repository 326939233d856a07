import { type ComponentProps, memo, type ReactNode } from 'react';
import { SuggestInput, type Suggestion } from '@/components/pickers/suggest-input';
import { BreakableText } from '@/components/ui/breakable-text';
import { cn } from '@/components/ui/cn';
import { Field } from '@/components/ui/field';
import { controlClasses, GrowingInput, Input } from '@/components/ui/input';
import type { ContactValues } from './contact-form-values';
import type { ContactFormReturn } from './use-contact-form';

type TextName = Exclude<keyof ContactValues, 'segmentIds'>;

interface TextFieldProps extends Omit<ComponentProps<typeof Input>, 'form' | 'name'> {
  form: ContactFormReturn['form'];
  /** Id of the form, if the field is outside of it. */
  formId?: string;
  /** Whether long values wrap. */
  grows?: boolean;
  name: TextName;
  label: string;
  description?: string;
  /** Message of the validation. */
  error: string | undefined;
  /** A problem that the preview found before saving. */
  problem?: ReactNode;
  /** Shown at the beginning of the control. */
  leading?: ReactNode;
  /** Shown beside the control. */
  trailing?: ReactNode;
  /** Covers the text of the control until it is edited. */
  cover?: string | undefined;
  /** Suggestions for the `value` typed so far, which also emails and URLs need. */
  suggestions?: readonly Suggestion[];
  value?: string;
  onLeave?(): void;
}

/** A text field of the form, validated on blur unless it is empty. Shows `problem` if validation finds none. */
export const TextField = memo(function TextField({
  form,
  formId,
  grows,
  name,
  label,
  description,
  error: invalid,
  problem,
  className,
  leading,
  trailing,
  cover,
  suggestions,
  value = '',
  onLeave,
  ...rest
}: TextFieldProps) {
  const Control = (grows ? GrowingInput : Input) as typeof Input;
  const error = invalid ?? problem;
  const registered = form.register(name, {
    // Blur validates the format; only saving reports missing fields.
    onBlur() {
      onLeave?.();
      if (String(form.getValues(name) ?? '').trim() !== '') void form.trigger(name);
    },
    // Email or phone is enough, so typing a phone validates the email again.
    deps: name === 'phone' ? 'email' : undefined,
  });
  const attributes = {
    ...rest,
    form: formId,
    dir: 'auto',
    // No autofill, because these are another person's data.
    autoComplete: 'off',
    spellCheck: false,
    ...registered,
  };
  const control = suggestions ? (
    <SuggestInput
      {...attributes}
      value={value}
      suggestions={suggestions}
      grows={grows}
      onPick={(text) => form.setValue(name, text, { shouldDirty: true, shouldValidate: Boolean(error) })}
    />
  ) : (
    <Control
      {...attributes}
      defaultValue={form.formState.defaultValues?.[name] as string | undefined}
      className="peer"
    />
  );
  return (
    <Field
      label={label}
      // An error replaces the description.
      description={error ? undefined : description}
      error={error}
      className={className}
    >
      {leading ? (
        <div className="relative [&>.control]:pl-20! has-data-short:[&>.control]:pl-13!">
          {control}
          {leading}
        </div>
      ) : cover !== undefined || trailing ? (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1 [&>.control]:[grid-area:1/1]">
          {control}
          {cover ? (
            <span
              aria-hidden
              className={cn(
                controlClasses,
                'pointer-events-none py-[5px] peer-hover:border-control! peer-focus:invisible peer-aria-invalid:invisible',
                grows ? 'wrap-anywhere' : 'truncate',
              )}
            >
              {grows ? <BreakableText text={cover} /> : cover}
            </span>
          ) : null}
          {trailing}
        </div>
      ) : (
        control
      )}
    </Field>
  );
});
