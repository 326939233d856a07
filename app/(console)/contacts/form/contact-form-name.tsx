import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { fieldLabels } from '@/components/contacts/field-labels';
import { focusAround } from '@/components/ui/focus-main';
import { IconButton } from '@/components/ui/icon-button';
import { toFormValues } from './contact-form-values';
import { TextField } from './text-field';
import type { ContactFormReturn } from './use-contact-form';

const names = ['firstname', 'lastname'] as const;

/** A button that opens the two name fields, which stay open while they have unsaved changes. */
export function NameFields({ contactForm, formId }: { contactForm: ContactFormReturn; formId: string }) {
  const { form, typed, state } = contactForm;
  const { base } = state;
  const [isEditing, setEditing] = useState(false);
  const [seen, setSeen] = useState(base);
  if (seen !== base) {
    setSeen(base);
    setEditing(false);
  }
  const stored = toFormValues(base?.contact);
  const isUnsaved = names.some((name) => typed[name] !== stored[name] || form.formState.errors[name]);
  if (!isEditing && !isUnsaved)
    return (
      <IconButton
        icon={Pencil}
        size="icon-sm"
        label="Edit name"
        title="Edit name"
        onClick={() => setEditing(true)}
        className="-my-1 print:hidden"
      />
    );
  return (
    <div
      ref={focusAround}
      role="group"
      aria-label="Name"
      data-fields
      onKeyDown={(event) => {
        contactForm.onKeyDown(event);
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) setEditing(false);
      }}
      onFocus={contactForm.onFocus}
      onBlur={(event) => {
        contactForm.onBlur(event);
        if (!event.currentTarget.contains(event.relatedTarget)) setEditing(false);
      }}
      className="grid gap-2 pb-1 sm:max-w-md sm:grid-cols-2"
    >
      {names.map((name) => (
        <TextField
          key={name}
          form={form}
          formId={formId}
          name={name}
          error={form.formState.errors[name]?.message}
          label={fieldLabels[name]}
          autoFocus={isEditing && name === 'firstname'}
        />
      ))}
    </div>
  );
}
