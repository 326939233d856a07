import dynamic from 'next/dynamic';
import { memo, useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { fieldLabels } from '@/components/contacts/field-labels';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { SegmentPicker } from '@/components/pickers/segment-picker';
import { newSegmentId, withNewSegments } from '@/components/segments/new-segments';
import { useSegments } from '@/components/segments/use-segments';
import { formatPhone } from '@/components/text/phone';
import { exactTime } from '@/components/text/relative-time';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { Field } from '@/components/ui/field';
import type { Contact } from '@/lib/contract/contact';
import { type ContactField, nameFields, propertyFields } from '@/lib/contract/contact-fields';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import { ContactLink } from '../contact-link';
import { FormerAddresses } from '../record/former-addresses';
import { PeopleLink } from '../record/people-link';
import { toFormValues } from './contact-form-values';
import { OwnFields } from './own-field';
import { PhoneCountryPicker } from './phone-country-picker';
import { useCodes, useCompanies } from './suggestions';
import { TextField } from './text-field';
import type { ContactFormReturn } from './use-contact-form';

const RuleSegments = dynamic(() => import('../record/rule-segments').catch(chunkLoadFailed));

/** Fields to create or edit a contact. Only new contacts have the referral code. */
export function ContactFields({ contactForm }: { contactForm: ContactFormReturn }) {
  const { form, saving } = contactForm;
  const { preview } = contactForm.preview;
  const taken = preview?.conflicts ?? {};
  const isNew = contactForm.state.base === undefined;
  const { data: segments = [] } = useSegments();
  const text = (name: ContactField | 'referralCode') => ({
    form,
    name,
    // `getFieldState` would render the form when a validation starts and ends.
    error: form.formState.errors[name]?.message,
    // A field that is being saved can be typed in.
    readOnly: saving && isNew,
    // Empty fields of an existing contact have no border, so a placeholder makes them visible.
    grows: !isNew,
    label: fieldLabels[name],
    placeholder: isNew ? undefined : `Add ${fieldLabels[name].toLowerCase()}`,
  });
  const { country, setCountry, countries, typed } = contactForm;
  const company = contactForm.state.base?.contact.contact.company;
  const companies = useCompanies(typed.company, company ?? '');
  // Made once per company, so that keys typed elsewhere do not render its field.
  const people = useMemo(() => company && <PeopleLink company={company} />, [company]);
  const tabs = typed.phone !== '';
  const countryPicker = useMemo(
    () => countries && <PhoneCountryPicker {...{ country, countries, tabs }} onChange={setCountry} />,
    [country, countries, tabs, setCountry],
  );
  const properties = propertyFields.map((name) => (
    <TextField
      key={name}
      {...text(name)}
      {...(name === 'company' && { suggestions: companies, value: typed.company, trailing: people })}
    />
  ));
  return (
    <div className={isNew ? 'grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2' : 'properties'}>
      <TextField
        {...text('email')}
        // The text box would break long addresses anywhere.
        cover={isNew ? undefined : typed.email}
        aria-keyshortcuts={isNew ? undefined : 'e'}
        type="email"
        problem={taken.email && <TakenBy contact={taken.email} field="email" />}
        autoFocus={isNew}
      />
      {isNew ? null : (
        <div className="not-has-[ul]:hidden!">
          <span hidden />
          <FormerAddresses id={contactForm.state.base?.contact.id ?? ''} />
        </div>
      )}
      <TextField
        {...text('phone')}
        aria-keyshortcuts={isNew ? undefined : 'p'}
        type="tel"
        description={describePhone(contactForm)}
        leading={countryPicker}
        problem={taken.phone && <TakenBy contact={taken.phone} field="phone number" />}
      />
      {isNew ? nameFields.map((name) => <TextField key={name} {...text(name)} />) : null}
      {isNew ? null : properties}
      <SegmentsField
        key={contactForm.picker}
        form={form}
        base={contactForm.state.base?.contact}
        keeps={isNew && preview?.contact !== undefined}
        readOnly={saving && isNew}
        onTextLeft={contactForm.leaveText}
      />
      {!isNew && segments.some(({ rule }) => rule) ? (
        <div>
          <span className="py-1.5 text-sm/5 text-muted">By rule</span>
          <RuleSegments id={contactForm.state.base?.contact.id ?? ''} />
        </div>
      ) : null}
      {isNew ? (
        <CodeField
          form={form}
          typed={typed.referralCode}
          error={text('referralCode').error}
          saving={saving}
          found={preview?.referralCode}
        />
      ) : null}
      {/* Segments and code of a new contact come first, because they are given with fewer keys then. */}
      {isNew ? properties : null}
      {contactForm.ownFields.length === 0 ? null : <hr className={isNew ? 'col-span-full' : 'my-2'} />}
      <OwnFields contactForm={contactForm} />
    </div>
  );
}

interface SegmentsFieldProps {
  form: ContactFormReturn['form'];
  /** The contact to edit; absent when creating. */
  base: Contact | undefined;
  /** Whether saving adds to the segments of somebody who is known. */
  keeps: boolean;
  readOnly: boolean;
  onTextLeft(text: string): void;
}

/** The segments of the contact. Not rendered for keys typed elsewhere. */
const SegmentsField = memo(function SegmentsField({
  form,
  base,
  keeps,
  readOnly,
  onTextLeft,
}: SegmentsFieldProps) {
  const { data: segments = [] } = useSegments();
  const mayCreate = useCan('createSegment');
  const isHydrated = useHydrated();
  const assigned = base?.segments.map(({ segmentId }) => segmentId);
  // By title, as in lists; the ones just picked follow.
  const saved = segments.map(({ id }) => id).filter((id) => assigned?.includes(id));
  return (
    <Controller
      control={form.control}
      name="segmentIds"
      render={({ field, fieldState }) => (
        <Field
          label={fieldLabels.segmentIds}
          className="sm:col-span-2"
          error={fieldState.error?.message}
          description={keeps && !fieldState.error ? 'Keeps the segments this person already has.' : undefined}
        >
          <SegmentPicker
            keyShortcut={base && 's'}
            placeholder={base && 'Add segments'}
            segments={withNewSegments(segments, field.value)}
            value={[...new Set([...saved.filter((id) => field.value.includes(id)), ...field.value])]}
            onChange={field.onChange}
            onBlur={() => {
              field.onBlur();
              void form.trigger('segmentIds');
            }}
            onCreate={
              mayCreate ? (title) => field.onChange([...field.value, newSegmentId(title)]) : undefined
            }
            onTextLeft={(text) => {
              onTextLeft(text);
              if (form.getFieldState('segmentIds').error) form.clearErrors('segmentIds');
            }}
            hints={isHydrated && base ? assignmentTooltips(base) : undefined}
            readOnly={readOnly}
            ref={field.ref}
          />
        </Field>
      )}
    />
  );
});

/** Tooltips with the time at which each segment was assigned, "Added January 31, 2026 at …", by segment id. */
const assignmentTooltips = ({ segments }: Contact): Record<string, string> =>
  Object.fromEntries(
    segments.map(({ segmentId, assignedAt }) => [segmentId, `Added ${exactTime(assignedAt)}`]),
  );

interface CodeFieldProps {
  form: ContactFormReturn['form'];
  typed: string;
  error: string | undefined;
  saving: boolean;
  /** What the preview says about the code. */
  found: ContactPreview['referralCode'] | undefined;
}

/** The referral code of a new contact. Says what is wrong with it once the person has left it. */
const CodeField = memo(function CodeField({ form, typed, error, saving, found }: CodeFieldProps) {
  const { codes, known } = useCodes(typed);
  const [left, setLeft] = useState('');
  const { redeems, message } = found ?? {};
  const effect =
    redeems === false && !message ? 'Already redeemed' : known && `✓ ${known.detail || known.value}`;
  return (
    <TextField
      form={form}
      name="referralCode"
      error={error}
      label={fieldLabels.referralCode}
      readOnly={saving}
      className="sm:col-span-2"
      description={effect || undefined}
      problem={message && left === typed ? `${message} Fix or clear it to save.` : undefined}
      suggestions={codes}
      value={typed}
      onLeave={() => setLeft(typed)}
    />
  );
});

/**
 * Says how the typed phone will be saved, unless as typed, or else in which country numbers without a code are, or that they
 * need a code. `undefined` for the stored phone.
 */
function describePhone({ typed: { phone }, state, preview: { preview }, country }: ContactFormReturn) {
  if (state.base && phone === toFormValues(state.base.contact).phone) return undefined;
  const stored = phone.trim() && preview?.phone ? formatPhone(preview.phone) : '';
  if (stored && preview?.unusualPhone) return `Unusual number: ${stored}`;
  if (stored) return toDigits(stored) === toDigits(phone) ? undefined : `Saved as ${stored}`;
  return country
    ? `Numbers without + are in ${country.name}.`
    : 'Include the country code, e.g. +49 30 901820.';
}

const toDigits = (phone: string) => phone.replace(/[^+\d]/g, '');

/** Names the owner of a typed email or phone, on one line so that the form does not move while typing. */
function TakenBy({ contact, field }: { contact: Contact; field: string }) {
  return (
    <span className="flex items-center gap-1 [&_a]:-my-0.5 [&_a]:min-h-6 [&_a]:min-w-0">
      <ContactLink contact={contact} /> <span className="shrink-0">has this {field}.</span>
    </span>
  );
}
