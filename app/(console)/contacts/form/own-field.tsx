import { Controller } from 'react-hook-form';
import { inSentence, optionColor } from '@/components/contacts/field-words';
import { SegmentPicker } from '@/components/pickers/segment-picker';
import { cn } from '@/components/ui/cn';
import { Field } from '@/components/ui/field';
import { SegmentDot } from '@/components/ui/segment-chip';
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
  const placeholder = isNew ? undefined : `Add ${inSentence(label)}`;
  const isBlank = !typed[name]?.length;
  // Browsers show blank dates and selects in the color of text.
  const style = isBlank ? { color: 'var(--muted)' } : undefined;
  if (type !== 'boolean' && type !== 'choice' && type !== 'choices') {
    return (
      <TextField
        form={form}
        name={name}
        label={label}
        grows={!isNew}
        {...inputs[type]}
        {...{ readOnly, placeholder, style }}
        data-blank={isBlank || undefined}
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
  const { color } = type === 'choice' ? optionColor(field, String(typed[name] ?? '')) : {};
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
            <div className={cn('relative', color !== undefined && '[&_select]:pl-7')}>
              <Select
                name={name}
                className="flex!"
                value={String(value ?? '')}
                disabled={readOnly}
                {...{ onChange, onBlur, ref, style }}
              >
                <option value="">{isBlank ? placeholder : '–'}</option>
                <Options labels={labels} />
              </Select>
              {color === undefined ? null : (
                <SegmentDot color={color} className="pointer-events-none absolute top-3 left-2.5 size-2" />
              )}
            </div>
          )}
        </Field>
      )}
    />
  );
}
