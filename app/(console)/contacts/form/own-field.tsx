import { Controller } from 'react-hook-form';
import { SegmentPicker } from '@/components/pickers/segment-picker';
import { Field } from '@/components/ui/field';
import { Options, Select } from '@/components/ui/select';
import type { Field as OwnField } from '@/lib/contract/field';
import { ownName } from './contact-form-values';
import { TextField } from './text-field';
import type { ContactFormReturn } from './use-contact-form';

const inputs = {
  text: {},
  id: { dir: 'ltr' },
  link: { type: 'url', inputMode: 'url', dir: 'ltr' },
  number: { inputMode: 'decimal', grows: false },
  date: { type: 'date', grows: false },
} as const;

interface OwnFieldProps {
  field: OwnField;
  contactForm: ContactFormReturn;
  readOnly: boolean;
}

/** A field that the organization defined, by its type. */
export function OwnFieldControl({
  field,
  contactForm: { form, state, picker, typed },
  readOnly,
}: OwnFieldProps) {
  const { key, label, type, options = [] } = field;
  const name = ownName(key);
  const isNew = state.base === undefined;
  // Blank dates and selects show a form of their own.
  const style = typed[name]?.length ? undefined : { color: 'var(--muted)' };
  if (type !== 'boolean' && type !== 'choice' && type !== 'choices') {
    const placeholder = isNew ? undefined : `Add ${label.toLowerCase()}`;
    return (
      <TextField
        form={form}
        name={name}
        label={label}
        grows={!isNew}
        {...inputs[type]}
        {...{ readOnly, placeholder, style }}
      />
    );
  }
  const labels = Object.fromEntries(
    type === 'boolean'
      ? [
          ['true', 'Yes'],
          ['false', 'No'],
        ]
      : options.map((one) => [one.value, one.label]),
  );
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <Field label={label} error={fieldState.error?.message}>
          {type === 'choices' ? (
            <SegmentPicker
              itemName="option"
              key={picker}
              segments={options.map(({ value, label, color }) => ({ id: value, title: label, color }))}
              value={Array.isArray(value) ? value : []}
              {...{ onChange, onBlur, ref, readOnly }}
            />
          ) : (
            <Select
              name={name}
              className="flex!"
              value={String(value ?? '')}
              disabled={readOnly}
              {...{ onChange, onBlur, ref, style }}
            >
              <option value="">{isNew ? '' : '–'}</option>
              <Options labels={labels} />
            </Select>
          )}
        </Field>
      )}
    />
  );
}
