import { ChevronDown, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Controller } from 'react-hook-form';
import {
  fieldValueWords,
  inSentence,
  selectedOptions,
  withoutProtocol,
} from '@/components/contacts/field-words';
import { SegmentPicker } from '@/components/pickers/segment-picker';
import { formatDay } from '@/components/text/days';
import { formatCountOf } from '@/components/text/format-count';
import { Button, buttonClasses } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Field } from '@/components/ui/field';
import { SegmentChip } from '@/components/ui/segment-chip';
import { Options, Select } from '@/components/ui/select';
import { isWebAddress, WebLink } from '@/components/ui/web-link';
import type { Field as OwnField } from '@/lib/contract/field';
import { ownName } from './contact-form-values';
import { TextField } from './text-field';
import type { ContactFormReturn } from './use-contact-form';

const inputs = {
  text: {},
  id: { dir: 'ltr' },
  link: { type: 'url', inputMode: 'url', dir: 'ltr', grows: false },
  number: { inputMode: 'decimal', grows: false },
  date: { type: 'date', grows: false },
} as const;

interface OwnFieldProps {
  field: OwnField;
  contactForm: ContactFormReturn;
  readOnly: boolean;
}

/**
 * The fields that the organization defined. Of an existing contact, those follow that were empty when it was opened, several
 * behind a button, as long as nothing is typed in them.
 */
export function OwnFields({ contactForm }: { contactForm: ContactFormReturn }) {
  const { form, ownFields, saving, typed, state } = contactForm;
  const { base } = state;
  const [filled] = useState(() => Object.keys(base?.contact.fields ?? {}));
  const [isOpen, setOpen] = useState(base === undefined);
  const wasEmpty = ({ key }: OwnField) => base !== undefined && !filled.includes(key);
  const empty = ownFields.filter(
    (field) =>
      !isOpen &&
      wasEmpty(field) &&
      !typed[ownName(field.key)]?.length &&
      base?.contact.fields?.[field.key] === undefined,
  );
  const [hidden, ...others] = empty;
  const hides = hidden !== undefined && others.length > 0;
  return (
    <>
      {ownFields
        .toSorted((one, other) => Number(wasEmpty(one)) - Number(wasEmpty(other)))
        .filter((field) => !(hides && empty.includes(field)))
        .map((field) => (
          <OwnFieldControl
            key={field.key}
            field={field}
            contactForm={contactForm}
            readOnly={saving && base === undefined}
          />
        ))}
      {hides ? (
        <div>
          {/* Fills the column of labels. */}
          <span hidden />
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={false}
            onClick={() => {
              flushSync(() => setOpen(true));
              form.setFocus(ownName(hidden.key));
            }}
            className="mb-1 ml-[3px] h-8! justify-self-start text-base! font-normal! text-muted!"
          >
            {formatCountOf(empty.length, 'empty field')} <ChevronDown aria-hidden />
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Text of a number or URL while it is not edited; `undefined` for other types. */
function formatCover(field: OwnField, written: string): string | undefined {
  if (field.type === 'link') return withoutProtocol(written);
  return field.type === 'number' ? written && fieldValueWords(field, written) : undefined;
}

/** A field that the organization defined, by its type. */
function OwnFieldControl({ field, contactForm: { form, state, picker, typed }, readOnly }: OwnFieldProps) {
  const { key, label, type, options = [] } = field;
  const name = ownName(key);
  const isNew = state.base === undefined;
  const placeholder = isNew ? undefined : `Add ${inSentence(label)}`;
  const isBlank = !typed[name]?.length;
  // Browsers show blank dates and selects in the color of text.
  const style = isBlank ? { color: 'var(--muted)' } : undefined;
  if (type !== 'boolean' && type !== 'choice' && type !== 'choices') {
    const written = String(typed[name] ?? '');
    const open = `Open ${inSentence(label)} in a new tab`;
    return (
      <TextField
        form={form}
        name={name}
        error={form.formState.errors[name]?.message}
        label={label}
        grows={!isNew}
        cover={isNew ? undefined : formatCover(field, written)}
        trailing={
          type === 'link' && isWebAddress(written.trim()) ? (
            <WebLink
              href={written.trim()}
              aria-label={open}
              title={open}
              className={buttonClasses({ variant: 'ghost', size: 'icon' })}
            >
              <ExternalLink aria-hidden className="text-muted" />
            </WebLink>
          ) : null
        }
        {...inputs[type]}
        {...{ readOnly, placeholder, style }}
        data-shown={type === 'date' ? (isBlank ? placeholder && 'Add date' : formatDay(written)) : undefined}
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
  const [chip] = type === 'choice' && !isBlank ? selectedOptions(field, String(typed[name])) : [];
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
              placeholder={placeholder}
              segments={options.map(({ value, label, color }) => ({ id: value, title: label, color }))}
              value={Array.isArray(value) ? value : []}
              {...{ onChange, onBlur, ref, readOnly }}
            />
          ) : (
            <div className="grid *:[grid-area:1/1]">
              {/* Drawn around the text of the select. */}
              {chip ? (
                <SegmentChip
                  {...chip}
                  className="ml-[11px] h-6! max-w-[calc(100%-2.25rem)]! self-center justify-self-start pointer-coarse:text-lg [&>.truncate]:invisible"
                />
              ) : null}
              <Select
                name={name}
                className={cn(
                  'flex!',
                  chip &&
                    '[&_option]:text-base [&_option]:font-normal [&>select]:bg-transparent! [&>select]:pl-8.5 [&>select]:text-xs! [&>select]:font-medium',
                )}
                value={String(value ?? '')}
                disabled={readOnly}
                {...{ onChange, onBlur, ref, style }}
              >
                <option value="">{isBlank ? (placeholder ?? 'Choose') : '–'}</option>
                <Options labels={labels} />
              </Select>
            </div>
          )}
        </Field>
      )}
    />
  );
}
