'use client';

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useRef } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { type CreatedSegment, SegmentPicker } from '@/components/segment-picker/segment-picker';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { compactPhone } from '@/lib/contract/phone';
import { segmentListOptions } from '../segments/segment-queries';
import { type ContactValues, fieldLabels } from './contact-form-values';

type ContactFormReturn = UseFormReturn<ContactValues>;
type TextName = Exclude<keyof ContactValues, 'segmentIds'>;

interface ContactFieldsProps {
  form: ContactFormReturn;
  mode: 'create' | 'edit';
  /** Absent for those who may not make segments. */
  onCreateSegment?(title: string): Promise<CreatedSegment>;
}

/** The fields of a contact, the same for creating and editing; a referral code is redeemed only with creating. */
export function ContactFields({ form, mode, onCreateSegment }: ContactFieldsProps) {
  const { data: segments = [] } = useQuery(segmentListOptions());
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2">
      <TextField
        form={form}
        name="email"
        type="email"
        description="Email or phone is required."
        autoFocus={mode === 'create'}
      />
      <PhoneField form={form} />
      <TextField form={form} name="firstname" />
      <TextField form={form} name="lastname" />
      <TextField form={form} name="jobtitle" />
      <TextField form={form} name="company" />
      <Controller
        control={form.control}
        name="segmentIds"
        render={({ field, fieldState }) => (
          <Field
            label={fieldLabels.segmentIds}
            className="sm:col-span-2"
            error={fieldState.error?.message}
            description={
              mode === 'create'
                ? 'Added to the contact. If it exists already, the segments it has stay.'
                : 'Replaces what is assigned: a segment removed here is taken from the contact.'
            }
          >
            <SegmentPicker
              segments={segments}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              onCreate={onCreateSegment}
              ref={field.ref}
            />
          </Field>
        )}
      />
      {mode === 'create' ? (
        <TextField
          form={form}
          name="referralCode"
          className="sm:col-span-2"
          description="Redeemed together with saving: if the code cannot be redeemed, nothing is saved."
        />
      ) : null}
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<typeof Input>, 'form' | 'name'> {
  form: ContactFormReturn;
  name: TextName;
  description?: string;
}

function TextField({ form, name, description, className, ...rest }: TextFieldProps) {
  const { error } = form.getFieldState(name, form.formState);
  // The page can be typed into before its script is there; the form, on its first sight of the field, would put its
  // own value over that.
  const begun = useRef(false);
  const { ref, ...registered } = form.register(name, {
    onBlur: () => judgeFormat(form, name),
    // One of the two is enough: typing the one settles what was said at the other.
    deps: name === 'phone' ? 'email' : undefined,
  });
  return (
    <Field
      label={fieldLabels[name]}
      // An error says more than the description, and says it alone.
      description={error ? undefined : description}
      error={error?.message}
      className={className}
    >
      <Input
        {...rest}
        // What is typed here is somebody else's: the browser must not offer one's own address.
        autoComplete="off"
        spellCheck={false}
        {...registered}
        ref={(element) => {
          const typed = begun.current ? undefined : element?.value;
          begun.current = true;
          ref(element);
          if (typed !== undefined && typed !== form.getValues(name))
            form.setValue(name, typed, { shouldDirty: true });
        }}
        defaultValue={form.formState.defaultValues?.[name]}
      />
    </Field>
  );
}

function PhoneField({ form }: { form: ContactFormReturn }) {
  const typed = useWatch({ control: form.control, name: 'phone' });
  const saved = compactPhone(typed);
  const differs = saved !== null && saved !== typed;
  return (
    <TextField
      form={form}
      name="phone"
      type="tel"
      description={differs ? `Saved as ${saved}` : 'Begins with + and the country code.'}
    />
  );
}

/** On leaving a field its format is judged; that one of two is still missing is said when saving. */
function judgeFormat(form: ContactFormReturn, name: TextName) {
  if (form.getValues(name).trim() !== '') void form.trigger(name);
}
