import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { usePhoneCountry } from '@/app/(console)/console-providers';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { SegmentPicker } from '@/components/segment-picker/segment-picker';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Contact } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import { newSegmentId, withNewSegments } from '../../segments/new-segments';
import { ContactLink } from '../contact-link';
import { type ContactValues, fieldLabels } from './contact-form-values';
import type { FormPreview } from './use-preview';

type ContactFormReturn = UseFormReturn<ContactValues>;
type TextName = Exclude<keyof ContactValues, 'segmentIds'>;

interface ContactFieldsProps {
  form: ContactFormReturn;
  mode: 'create' | 'edit';
  /** The preview, for its messages at single fields. */
  preview: FormPreview;
  /** Read-only while saving. */
  locked: boolean;
  /** Key of the segment field; a new key clears its text. */
  picker: number;
  /** Segments can be created with the save. */
  mayCreateSegments: boolean;
  /** Called with text in the segment field that is not selected. */
  onTextLeft(text: string): void;
}

/** Fields for creating and editing a contact; the referral code only for creating. */
export function ContactFields({
  form,
  mode,
  preview: formPreview,
  locked,
  picker,
  mayCreateSegments,
  onTextLeft,
}: ContactFieldsProps) {
  const { data: segments = [] } = useQuery(segmentListOptions());
  const { preview, taken } = formPreview;
  const text = (name: TextName) => ({
    form,
    name,
    readOnly: locked,
    // Empty fields of a record have no border to be seen by.
    placeholder: mode === 'edit' ? `Add ${fieldLabels[name].toLowerCase()}` : undefined,
  });
  return (
    <div className={mode === 'edit' ? 'properties' : 'grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2'}>
      <TextField
        {...text('email')}
        type="email"
        problem={taken.email && <TakenBy contact={taken.email} field="email" />}
        autoFocus={mode === 'create'}
      />
      <PhoneField
        {...text('phone')}
        mode={mode}
        preview={preview}
        problem={taken.phone && <TakenBy contact={taken.phone} field="phone number" />}
      />
      <TextField {...text('firstname')} />
      <TextField {...text('lastname')} />
      <TextField {...text('jobtitle')} />
      <TextField {...text('company')} />
      <Controller
        control={form.control}
        name="segmentIds"
        render={({ field, fieldState }) => (
          <Field
            label={fieldLabels.segmentIds}
            className="sm:col-span-2"
            error={fieldState.error?.message}
            description={
              fieldState.error ? undefined : mode === 'create' ? 'Adds to existing segments' : undefined
            }
          >
            <SegmentPicker
              key={picker}
              segments={withNewSegments(segments, field.value)}
              value={field.value}
              onChange={field.onChange}
              onBlur={() => {
                field.onBlur();
                void form.trigger('segmentIds');
              }}
              onCreate={
                mayCreateSegments
                  ? (title) => field.onChange([...field.value, newSegmentId(title)])
                  : undefined
              }
              onTextLeft={onTextLeft}
              readOnly={locked}
              ref={field.ref}
            />
          </Field>
        )}
      />
      {mode === 'create' ? (
        <TextField
          {...text('referralCode')}
          className="sm:col-span-2"
          description={codeInWords(preview)}
          problem={preview?.referralCode?.message}
        />
      ) : null}
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<typeof Input>, 'form' | 'name'> {
  form: ContactFormReturn;
  name: TextName;
  description?: string;
  /** Problem known before saving. */
  problem?: ReactNode;
}

function TextField({ form, name, description, problem, className, ...rest }: TextFieldProps) {
  const error = form.getFieldState(name, form.formState).error?.message ?? problem;
  const registered = form.register(name, {
    onBlur: () => checkFormat(form, name),
    // Email or phone is enough: typing one clears the error at the other.
    deps: name === 'phone' ? 'email' : undefined,
  });
  return (
    <Field
      label={fieldLabels[name]}
      // An error replaces the description.
      description={error ? undefined : description}
      error={error}
      className={className}
    >
      <Input
        {...rest}
        dir="auto"
        // Turn off autofill: these are another person's data.
        autoComplete="off"
        spellCheck={false}
        {...registered}
        defaultValue={form.formState.defaultValues?.[name]}
      />
    </Field>
  );
}

function PhoneField({
  form,
  mode,
  preview,
  ...rest
}: TextFieldProps & { mode: ContactFieldsProps['mode']; preview: ContactPreview | null }) {
  const typed = useWatch({ control: form.control, name: 'phone' });
  const country = usePhoneCountry();
  const stored = preview?.phone;
  const isSaved = mode === 'edit' && typed === form.formState.defaultValues?.phone;
  const begins = country
    ? `Numbers without + are in ${country.name}.`
    : 'Include the country code, e.g. +49 30 901820.';
  return (
    <TextField
      {...rest}
      form={form}
      type="tel"
      description={
        typed.trim() && stored && stored !== typed ? `Saved as ${stored}` : isSaved ? undefined : begins
      }
    />
  );
}

/** One line, to keep the form still while typing. */
function TakenBy({ contact, field }: { contact: Contact; field: string }) {
  return (
    <span className="flex items-center gap-1 [&_a]:-my-0.5 [&_a]:min-h-6 [&_a]:min-w-0">
      <ContactLink contact={contact} /> <span className="shrink-0">has this {field}.</span>
    </span>
  );
}

/** One line each, to keep the form still. */
function codeInWords(preview: ContactPreview | null): string {
  if (!preview?.referralCode) return 'Optional';
  return preview.referralCode.redeems ? 'Redeems on save' : 'Already redeemed';
}

/** Formats are checked on blur; missing fields on save. */
function checkFormat(form: ContactFormReturn, name: TextName) {
  if (form.getValues(name).trim() !== '') void form.trigger(name);
}
