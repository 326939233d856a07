'use client';

import { useQueryClient } from '@tanstack/react-query';
import { notFound, useRouter } from 'next/navigation';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { usePhoneCountry } from '@/app/(console)/console-providers';
import { segmentKeys } from '@/app/(console)/segments/segment-queries';
import type { CreatedSegment } from '@/app/(console)/segments/use-create-segment';
import { serviceKeys } from '@/app/(console)/service-queries';
import { problemsOf } from '@/components/form/contract-errors';
import { useContractForm } from '@/components/form/use-contract-form';
import { toast } from '@/components/ui/toast';
import type { Identifier } from '@/lib/contract/conflict';
import { contactUpsert } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { ErrorDetail } from '@/lib/contract/error';
import { contactKeys } from '../contact-queries';
import { useChoiceByTyping } from '../list/use-choice-by-typing';
import { offerDraft } from './contact-draft';
import { type Choice, chosenBy, type FieldConflict, mergeValues } from './contact-form-merge';
import type { Overtaken } from './contact-form-overtaken';
import {
  type ContactValues,
  changesOf,
  emptyValues,
  formFields,
  meantValues,
  sameValues,
  upsertBody,
  valuesOf,
} from './contact-form-values';
import type { Owners, Refusal, Saved, VersionedContact } from './contact-save';
import { hasSaidSegments } from './contact-verdict';
import { sendEdit, sendNew } from './send-contact';
import { useDraft } from './use-draft';
import { useFormValue } from './use-form-value';
import { useMadeSegments } from './use-made-segments';
import { useTaken } from './use-taken';
import { useVerdict } from './use-verdict';

/** What stands above the form once a save was refused, or would be. */
export type Notice =
  /** Somebody else saved first: what the form said, and says now that theirs is in it. */
  | { kind: 'merge'; before: ContactValues; after: ContactValues; conflicts: FieldConflict[] }
  | { kind: 'conflict'; owners: Owners }
  | ({ kind: 'overtaken' } & Overtaken)
  | { kind: 'gone' };

/** What a save led to, for the page to say. */
export interface SaveReport {
  kind: Saved['kind'];
  saved: VersionedContact;
  /** The version that was changed; absent when creating. */
  before: VersionedContact | undefined;
  /** The form had said so before. */
  foretold: boolean;
  /** What was typed while it was being saved is in the form, and not saved. */
  more: boolean;
  /** Whether the form is still there; else somebody has gone on to another page. */
  here: boolean;
}

export interface ContactFormOptions {
  /** The contact to edit; absent when creating. */
  current?: VersionedContact;
  /** It has been deleted, as far as is known before saving. */
  gone?: boolean;
  /** Absent for those who may not make segments. */
  onCreateSegment?(title: string): Promise<CreatedSegment>;
  onSaved(report: SaveReport): void;
}

/**
 * The state of a contact form. It knows a base (what was stored when the changes began), what is typed, and what that
 * means; whatever a save leads to, what is typed and not saved stays in the form, on top of what is stored by then.
 */
export function useContactForm({ current, gone, onCreateSegment, onSaved }: ContactFormOptions) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const country = usePhoneCountry();
  const [base, setBase] = useState(current);
  const mode: 'create' | 'edit' = base ? 'edit' : 'create';
  const textLeft = useRef('');
  const [isTextLeft, setIsTextLeft] = useState(false);
  const [picker, setPicker] = useState(0);
  const mayCreateSegments = onCreateSegment !== undefined;
  const { form, refuse, alertRef, focusAlert } = useContractForm<ContactValues>({
    fields: formFields,
    defaultValues: valuesIn(base),
    check: (values) => [
      ...problemsIn(meantOn(base, values), base),
      ...notPicked(textLeft.current, mayCreateSegments),
    ],
  });
  const { isSubmitting } = form.formState;
  const isChanged = useFormValue(form, (values) => !sameValues(values, valuesIn(base)));
  const [refused, setNotice] = useState<Notice | null>(null);
  const notice: Notice | null = gone ? { kind: 'gone' } : refused;
  const judged = useVerdict(form, mode === 'create');
  const taken = useTaken(form, base?.contact);
  const madeSegments = useMadeSegments(form, onCreateSegment);
  const isHere = useIsMounted();
  // What is typed is not taken away.
  if (gone && !isChanged && !isTextLeft) notFound();
  const saving = useRef(false);
  /** What is on its way to the service, as it was typed. */
  const sent = useRef<ContactValues | null>(null);
  const conflicts = mode === 'edit' ? taken : conflictsIn(judged.verdict);
  /** A conflict has no way out but to update somebody. */
  const updates = mode === 'edit' || Boolean(judged.verdict?.contact || conflicts.email || conflicts.phone);

  function meantOn(of: VersionedContact | undefined, values: ContactValues) {
    return meantValues(values, country, valuesIn(of));
  }

  /** From now on the form is based on `next`; `values` stand in it, and what of them differs is not saved. */
  const put = useCallback(
    (next: VersionedContact | undefined, values: ContactValues) => {
      setBase(next);
      // Without touching the fields: somebody may be typing.
      form.reset(valuesIn(next), { keepValues: true });
      for (const field of formFields) form.setValue(field, values[field]);
    },
    [form],
  );

  // A newer version arrives while nothing is typed: show it. What is typed stays on the version it began with, unless
  // that was undone here: nobody else has to be told of it then.
  useEffect(() => {
    if (!current || current.contact.updatedAt <= (base?.contact.updatedAt ?? '')) return;
    const next = valuesOf(current.contact);
    const typed = form.getValues();
    // As it is at this moment: a letter that was typed since this was drawn would be lost.
    if (!isChanged && sameValues(typed, valuesIn(base))) put(current, next);
    else if (current.undone) put(current, mergeValues(valuesIn(base), typed, next).values);
  }, [current, base, isChanged, put, form]);

  const takenUp = useDraft(current?.contact.id, ({ base: of, values, refusal }) => {
    put(of, values);
    if (refusal.kind !== 'gone') showRefusal(of, values, refusal);
  });

  const choices = notice?.kind === 'merge' ? notice.conflicts : [];
  function setChoices(next: FieldConflict[]) {
    if (notice?.kind === 'merge') setNotice({ ...notice, conflicts: next });
  }
  useChoiceByTyping(form, choices.length > 0, (values) => {
    const typed = meantOn(base, values);
    const chosen = choices.map((conflict) => chosenBy(conflict, typed[conflict.field]));
    if (chosen.some((conflict, index) => conflict !== choices[index])) setChoices(chosen);
  });

  function showSaved(of: VersionedContact | undefined, typed: ContactValues, outcome: Saved) {
    const said = judged.saidOf(meantOn(of, typed));
    if (said && outcome.kind !== 'already' && !hasSaidSegments(said, outcome.contact))
      toast.warning('The referral code was changed meanwhile: it assigned other segments than were shown.');
    const stored = valuesOf(outcome.contact);
    // What was typed since stays. A new contact's form is locked meanwhile, because its page leads to the contact.
    const values = of ? mergeValues(typed, form.getValues(), stored).values : emptyValues;
    // Else it would say, until the contact's page is there, that saving the same again changes nothing.
    if (!of) judged.forget();
    put(of && outcome, values);
    onSaved({
      kind: outcome.kind,
      saved: outcome,
      before: of,
      foretold: updates === (outcome.kind !== 'created'),
      more: of !== undefined && isHere.current && !sameValues(values, stored),
      here: isHere.current,
    });
  }

  function showRefusal(of: VersionedContact | undefined, values: ContactValues, refusal: Refusal) {
    // It may be about a segment that others have deleted, or a service that cannot be reached: the page is to say so.
    void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
    if (refusal.kind === 'error') {
      void queryClient.invalidateQueries({ queryKey: serviceKeys.service });
      if (refusal.error.status === 0) void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
      judged.askAgain();
      return refuse(refusal.error);
    }
    if (refusal.kind === 'overtaken') {
      setNotice({ kind: 'overtaken', before: judged.verdict, now: refusal.verdict });
      judged.adopt(values, refusal.verdict);
    } else if (refusal.kind === 'stale') {
      const before = meantOn(of, form.getValues());
      const merge = mergeValues(valuesIn(of), before, valuesOf(refusal.latest.contact));
      setNotice({ kind: 'merge', before, after: merge.values, conflicts: merge.conflicts });
      put(refusal.latest, merge.values);
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
    } else {
      setNotice(refusal);
      if (refusal.kind === 'conflict')
        for (const { path, message } of refusal.details)
          if (path === 'email' || path === 'phone')
            form.setError(path, { type: 'api', message: inShort(path, message) });
    }
    focusAlert();
  }

  const submit = form.handleSubmit(async (given) => {
    if (!(await madeSegments.settled())) return form.setFocus('segmentIds');
    if (choices.some(({ choice }) => choice === null)) return focusAlert();
    const typed = { ...given, segmentIds: form.getValues('segmentIds') };
    const values = meantOn(base, typed);
    setNotice(null);
    sent.current = typed;
    const outcome = base ? await sendEdit(values, base) : await sendNew(values, judged.expected);
    sent.current = null;
    if ('contact' in outcome) showSaved(base, typed, outcome);
    else if (isHere.current) showRefusal(base, values, outcome);
    else offerDraft({ base, values: form.getValues(), refusal: outcome }, queryClient, router.push);
  });

  function leaveText(text: string) {
    if (text === textLeft.current) return;
    textLeft.current = text;
    setIsTextLeft(text !== '');
    // What was said of the text before is not true of this one.
    form.clearErrors('segmentIds');
  }

  return {
    form,
    base,
    mode,
    judged,
    notice,
    alertRef,
    /** Whose the email and the phone are that are typed here, where they are somebody else's. */
    conflicts,
    /** Whether saving will change a contact that is there. */
    updates,
    makeSegment: madeSegments.make,
    meant: (values: ContactValues) => meantOn(base, values),
    /** Changes when what is typed is another's than before. */
    takenUp,
    /** Whether the fields say anything that is not stored. */
    isChanged,
    /** Whether something would be lost with the page. */
    unsaved: isChanged || isTextLeft,
    /** Text in the segments' field that is not picked, once somebody has gone on from there: it keeps a save back. */
    unpicked: isTextLeft && form.formState.errors.segmentIds ? textLeft.current : '',
    /** Changes when the text in the segments' field is discarded. */
    picker,
    isBeingSaved: () =>
      sent.current !== null && sameValues(form.getValues(), sent.current) && textLeft.current === '',
    /** A new contact's page leads to the contact: what was typed since would have nowhere to go. */
    locked: mode === 'create' && isSubmitting,
    async save(event: FormEvent) {
      event.preventDefault();
      // Once is enough, however often the keys are pressed.
      if (saving.current) return;
      saving.current = true;
      await submit().finally(() => {
        saving.current = false;
      });
    },
    discard() {
      setNotice(null);
      put(base, valuesIn(base));
      leaveText('');
      setPicker(picker + 1);
    },
    leaveOut(field: Identifier) {
      setNotice(null);
      form.setValue(field, valuesIn(base)[field]);
      form.clearErrors(['email', 'phone']);
      form.setFocus(field);
    },
    choose(conflict: FieldConflict, choice: Choice) {
      form.setValue(conflict.field, conflict[choice]);
      setChoices(choices.map((one) => (one.field === conflict.field ? { ...one, choice } : one)));
    },
    leaveText,
  };
}

function valuesIn(of: VersionedContact | undefined): ContactValues {
  return of ? valuesOf(of.contact) : emptyValues;
}

function problemsIn(values: ContactValues, base: VersionedContact | undefined): ErrorDetail[] {
  if (!base) return problemsOf(contactUpsert, upsertBody(values));
  const changes = changesOf(values, valuesOf(base.contact));
  return changes.ok ? [] : changes.details;
}

/** Text that somebody takes for a segment would be lost without a word. */
function notPicked(text: string, mayCreate: boolean): ErrorDetail[] {
  if (text === '') return [];
  const ways = mayCreate
    ? 'pick it from the list, create it there, or clear it'
    : 'pick one from the list, or clear it';
  return [{ path: 'segmentIds', message: `“${text}” is not assigned: ${ways}.` }];
}

function conflictsIn(verdict: ContactPreview | null): Owners {
  return { email: verdict?.conflicts.email ?? null, phone: verdict?.conflicts.phone ?? null };
}

/** Below the field it is enough to say so; who it is stands above the form, with a link. */
function inShort(field: Identifier, message: string): string {
  if (!/contact/i.test(message)) return message;
  return field === 'email' ? 'Another contact has this email.' : 'Another contact has this phone number.';
}

function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
