import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useWatch } from 'react-hook-form';
import type { VersionedContact } from '@/components/contacts/contact-queries';
import { formFields } from '@/components/contacts/field-labels';
import { useFieldsByName, useOwnFields } from '@/components/contacts/own-fields';
import { useConsole } from '@/components/contacts/use-console';
import { findProblems } from '@/components/form/contract-errors';
import { saveByKey, useContractForm } from '@/components/form/use-contract-form';
import { contactTopics } from '@/components/hooks/console-operations';
import { invalidate } from '@/components/hooks/use-operation';
import { contactName } from '@/components/text/contact-name';
import { toast } from '@/components/ui/toast';
import type { Identifier } from '@/lib/contract/conflict';
import { contactUpsert } from '@/lib/contract/contact';
import { type ContactField, contactFields, nameFields } from '@/lib/contract/contact-fields';
import type { ErrorDetail } from '@/lib/contract/error';
import type { Field } from '@/lib/contract/field';
import { parseFieldValue } from '@/lib/contract/field-value';
import type { PhoneCountry } from '@/lib/contract/phone';
import { type Choice, type FieldConflict, mergeValues, nextState } from './contact-form-state';
import {
  type ContactValues,
  changedNames,
  namesOf,
  normalizeValues,
  type OwnName,
  ownName,
  sameValues,
  toFormValues,
  toUpdate,
  toUpsert,
} from './contact-form-values';
import { previewOptions } from './contact-preview';
import type { NotSaved, Saved, SaveResult } from './contact-save';
import { sendEdit, sendNew } from './send-contact';
import { usePreview } from './use-preview';

export interface ContactFormOptions {
  /** The contact to edit; absent when creating. */
  current?: VersionedContact;
  /** Values of a new contact that were typed elsewhere, such as in the search. */
  typed?: Partial<ContactValues>;
  /** Countries to choose from for phone numbers without a country code. */
  countries?: readonly PhoneCountry[];
  /** Whether the contact was deleted. */
  gone?: boolean;
  /** Called after each save, even after leaving the page. `before`: the previous version. */
  onSaved(saved: Saved, before: VersionedContact | undefined): void;
  /** Called after a save while the form is mounted. */
  onDone?(saved: Saved): void;
}

interface SentForm {
  sent: ContactValues;
  /** An unusual phone that the person has confirmed. */
  unusualPhone: string | undefined;
}

/**
 * Values, preview and state of a contact form, with functions that save, discard and resolve conflicts. Adopts a newer
 * `current` if nothing is typed or this page made it.
 */
export function useContactForm({
  current,
  typed: given,
  countries,
  gone = false,
  onSaved,
  onDone,
}: ContactFormOptions) {
  const queryClient = useQueryClient();
  const [country, setCountry] = useState(useConsole().phoneCountry);
  const [state, dispatch] = useReducer(nextState, { name: 'editing', base: current });
  const [hasTextLeft, setHasTextLeft] = useState(false);
  /** The current text, updated before the next render, because a save key selects and validates at once. */
  const latestText = useRef('');
  /** Remembers text left in the segment picker, which selects no segment. */
  const leaveText = useCallback((text: string) => {
    latestText.current = text;
    setHasTextLeft(text !== '');
  }, []);
  const [picker, setPicker] = useState(0);
  /** The focused field, or both names; `null` while the save bar, an alert or a toast has the focus. */
  const [focused, setFocused] = useState<readonly string[] | null>([]);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const ownFields = useOwnFields();
  const fieldsByName = useFieldsByName();
  const { base } = state;
  const baseValues = toFormValues(base?.contact);
  const { form, refuse, alertRef, focusAlert } = useContractForm<ContactValues>({
    fields: [...formFields, ...ownFields.map(({ key }) => ownName(key))],
    draft: `contact ${base?.contact.id ?? 'new'}`,
    defaultValues: baseValues,
    check: (values) => [
      ...findValueProblems(normalizeValues(values, country, toFormValues(base?.contact)), base),
      ...findOwnProblems(ownFields, values),
      ...findUnselectedText(latestText.current),
    ],
  });
  const typed = useWatch({ control: form.control }) as ContactValues;
  const normalize = (given: ContactValues) => normalizeValues(given, country, baseValues);
  const values = normalize(typed);
  const changed = changedNames(typed, baseValues);
  const isChanged = changed.length > 0;
  const saving = state.name === 'saving';

  /** Makes `next` the saved values, and shows `shown` as typed. */
  const put = useCallback(
    (next: VersionedContact | undefined, shown: ContactValues) => {
      const saved = toFormValues(next?.contact);
      // Writes no value twice, which would move the caret of a field that the person is typing in.
      form.reset(saved, { keepValues: true });
      for (const field of namesOf(saved, shown))
        if (shown[field] !== saved[field] || form.getValues(field) !== shown[field])
          form.setValue(field, shown[field] ?? '', { shouldDirty: true });
    },
    [form],
  );

  // As defaults, these values would count as saved.
  const typeGiven = useEffectEvent(() => {
    for (const field of contactFields)
      if (given?.[field] !== undefined) form.setValue(field, given[field], { shouldDirty: true });
  });
  useEffect(() => typeGiven(), []);

  const mutation = useMutation({
    mutationFn: ({ sent, unusualPhone }: SentForm): Promise<SaveResult> =>
      base ? sendEdit(sent, base, unusualPhone) : sendNew(sent, preview.expected, unusualPhone),
    onSuccess: (outcome) => {
      if (!('contact' in outcome)) {
        if (isLeft.current && base)
          toast.error(`Could not save ${contactName(base.contact)}`, {
            description: outcome.kind === 'error' ? outcome.error.message : undefined,
          });
        return;
      }
      onSaved(outcome, base);
      if (outcome.kind !== 'unchanged') void invalidate(queryClient, contactTopics);
    },
  });
  const isCreated = !base && mutation.data !== undefined && 'contact' in mutation.data;
  const preview = usePreview(values, base?.contact, !saving);

  const key = JSON.stringify(values);
  // A reducer renders the form even if its state stays.
  const onTyped = useEffectEvent((now: ContactValues) => {
    const event = { type: 'typed', values: now } as const;
    if (nextState(state, event) !== state) dispatch(event);
  });
  useEffect(() => onTyped(JSON.parse(key)), [key]);

  // Adopt a newer version if nothing is typed or this page made it. Typed values stay.
  useEffect(() => {
    if (saving || !current || current.contact.updatedAt <= (base?.contact.updatedAt ?? '')) return;
    const old = toFormValues(base?.contact);
    const now = form.getValues();
    if (!sameValues(now, old) && !current.own) return;
    put(current, mergeValues(old, now, toFormValues(current.contact)).values);
    dispatch({ type: 'based', base: current });
  }, [current, base, saving, put, form]);

  /** Shows why a save was rejected, and focuses it if `focuses`. Adopts the latest version or preview that came with it. */
  function showRefusal(sent: ContactValues, refusal: NotSaved, focuses: boolean) {
    dispatch({ type: 'refused', refusal, values: sent, preview: preview.preview });
    void invalidate(queryClient, ['segments']);
    if (refusal.kind === 'error') {
      void invalidate(queryClient, ['service', 'contacts']);
      return refuse(refusal.error, focuses);
    }
    if (refusal.kind === 'overtaken') {
      const of = { id: null, body: toUpsert(sent) };
      queryClient.setQueryData(previewOptions(of).queryKey, { of, preview: refusal.now });
    }
    if (refusal.kind === 'stale') {
      const { latest } = refusal;
      put(latest, mergeValues(toFormValues(base?.contact), sent, toFormValues(latest.contact)).values);
      void invalidate(queryClient, ['contacts']);
    }
    if (focuses) focusAlert();
  }

  /** Restores the saved value of a field and clears its error. */
  function restore(field: ContactField | OwnName) {
    form.setValue(field, baseValues[field] ?? '');
    form.clearErrors(field === 'email' || field === 'phone' ? ['email', 'phone'] : field);
  }

  /** Saves the form. `focuses`: whether a rejected save gets the focus. */
  function submit(focuses: boolean) {
    const next = nextState(state, { type: 'save' });
    dispatch({ type: 'save' });
    if (next.name !== 'saving') return focusAlert();
    // Read the values late: save keys select the typed segment on blur.
    const shown = form.getValues();
    const sent = normalize(shown);
    const unusualPhone = state.name === 'unusual' ? state.phone : undefined;
    mutation.mutate(
      { sent, unusualPhone },
      {
        onSuccess(outcome) {
          if (!('contact' in outcome)) return showRefusal(sent, outcome, focuses);
          if (base) {
            // What was typed since stays.
            put(outcome, mergeValues(shown, form.getValues(), toFormValues(outcome.contact)).values);
            dispatch({ type: 'based', base: outcome });
          }
          onDone?.(outcome);
        },
      },
    );
  }
  const saveAll = form.handleSubmit(() => submit(true));

  const problems = [...findValueProblems(values, base), ...findOwnProblems(ownFields, values)];
  const isBlocked = preview.preview?.outcome === 'conflict' || Object.keys(form.formState.errors).length > 0;
  const isWaiting = changed.some((field) => !focused?.includes(field));
  const isAlone = changed.every((field) => fieldsWith(field).includes(changed[0] ?? ''));
  /** Whether one field of an existing contact has changed and was left: it is saved. Several wait for the save bar. */
  const savesField =
    base !== undefined &&
    !gone &&
    focused !== null &&
    isWaiting &&
    isAlone &&
    !changed.some((field) => focused.includes(field)) &&
    problems.length === 0 &&
    !hasTextLeft &&
    !isBlocked &&
    state.name === 'editing';
  const saveField = useEffectEvent(() => submit(false));
  useEffect(() => {
    if (savesField) saveField();
  }, [savesField]);

  return {
    form,
    ownFields,
    fieldsByName,
    state: gone ? { name: 'gone' as const, base } : state,
    preview,
    alertRef,
    isChanged,
    typed,
    values,
    /** What the contract refuses of the values. */
    problems,
    picker,
    country,
    setCountry,
    countries,
    hasTextLeft,
    saving,
    /** Whether an existing contact needs the save bar: several fields have changed, or one cannot be saved as it is. */
    waits:
      gone ||
      isBlocked ||
      (isWaiting && !savesField && !(saving && isAlone)) ||
      !/editing|saving/.test(state.name),
    /** Whether saving updates an existing contact. */
    updates: base !== undefined || Boolean(preview.preview?.contact ?? preview.preview?.conflicts.email),
    /** Whether leaving the page would lose changes. */
    unsaved: !isCreated && !savesField && !(base && saving) && (isChanged || hasTextLeft),
    save(event: FormEvent) {
      event.preventDefault();
      if (!saving) void saveAll();
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      // Only an existing contact saves the fields that are left.
      if (base) setFocused(fieldsWith((target as HTMLInputElement).name || 'segmentIds'));
    },
    onBlur({ target, relatedTarget: next }: FocusEvent<HTMLElement>) {
      // The window may lose the focus instead of the field.
      const unit = target.closest('[data-fields], .properties > *');
      if (target === document.activeElement || unit?.contains(next)) return;
      if (base) setFocused(next?.closest('[data-save-bar], [role="alert"], [data-sonner-toast]') ? null : []);
    },
    /** Restores the saved values and clears the error. */
    discard() {
      put(base, baseValues);
      dispatch({ type: 'based', base });
      latestText.current = '';
      setHasTextLeft(false);
      setPicker(picker + 1);
    },
    /** Restores the saved email or phone, blank for a new contact, and focuses it. */
    leaveOut(field: Identifier) {
      restore(field);
      form.setFocus(field);
    },
    /** Enter and Ctrl+Enter save; Escape restores the saved value of a text field. */
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      saveByKey(event);
      const input = event.target;
      // Without its save bar, the form has no button that Enter would press. A list of options takes Enter first.
      if (base && event.key === 'Enter' && input instanceof HTMLInputElement && !event.defaultPrevented) {
        event.preventDefault();
        if (!event.nativeEvent.isComposing) input.form?.requestSubmit();
      }
      const { name } = event.target as HTMLInputElement;
      const field = [...contactFields, ...ownFields.map(({ key }) => ownName(key))].find(
        (one) => one === name,
      );
      if (base && field && !saving && event.key === 'Escape' && !event.nativeEvent.isComposing)
        restore(field);
    },
    /** Keeps mine or theirs in a merge. */
    choose(conflict: FieldConflict, choice: Choice) {
      form.setValue(conflict.field, conflict[choice]);
      dispatch({ type: 'chosen', field: conflict.field, choice });
    },
    leaveText,
  };
}

export type ContactFormReturn = ReturnType<typeof useContactForm>;

/** The fields that are saved together with one: both names, or itself. */
const fieldsWith = (name: string): readonly string[] =>
  nameFields.some((field) => field === name) ? nameFields : [name];

/** Validates the values as an upsert, or as an update of `base`. */
function findValueProblems(values: ContactValues, base: VersionedContact | undefined): ErrorDetail[] {
  if (!base) return findProblems(contactUpsert, toUpsert(values));
  const changes = toUpdate(values, toFormValues(base.contact));
  return changes.ok ? [] : changes.details;
}

/** Checks the values of own fields by their types. */
const findOwnProblems = (fields: readonly Field[], values: ContactValues): ErrorDetail[] =>
  fields.flatMap(({ key, type, options = [] }) => {
    const { message } = parseFieldValue({ key, type, options }, values[ownName(key)]);
    return message ? [{ path: `fields.${key}`, message }] : [];
  });

/** Reports text in the segment picker that selects no segment, because saving would lose it silently. */
function findUnselectedText(text: string): ErrorDetail[] {
  return text === ''
    ? []
    : [{ path: 'segmentIds', message: `“${text}” is not selected. Select it or clear it.` }];
}
