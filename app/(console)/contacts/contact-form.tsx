'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { problemsOf } from '@/components/form/contract-errors';
import { FormRefusal } from '@/components/form/form-refusal';
import { UnsavedChanges } from '@/components/form/unsaved-changes';
import { NO_ANSWER, saveByKey, useContractForm } from '@/components/form/use-contract-form';
import { toast } from '@/components/ui/toast';
import type { Identifier } from '@/lib/contract/conflict';
import { contactUpsert } from '@/lib/contract/contact';
import { usePhoneCountry } from '../console-providers';
import { segmentListOptions } from '../segments/segment-queries';
import type { CreatedSegment } from '../segments/use-create-segment';
import { useService } from '../service-provider';
import { serviceKeys } from '../service-queries';
import { createContact, updateContact } from './contact-form-actions';
import { ChangesPanel } from './contact-form-changes';
import { ContactConflict } from './contact-form-conflict';
import { ContactFields } from './contact-form-fields';
import { GoneAlert } from './contact-form-gone';
import { type FieldChange, mergeValues } from './contact-form-merge';
import { type Choice, MergePanel } from './contact-form-merge-panel';
import { type Overtaken, OvertakenAlert } from './contact-form-overtaken';
import {
  type ContactValues,
  changesOf,
  type EditableField,
  editableFields,
  emptyValues,
  formFields,
  meantValues,
  upsertBody,
  valuesOf,
} from './contact-form-values';
import { VerdictPanel } from './contact-form-verdict';
import type { Owners, SaveOutcome, VersionedContact } from './contact-save';
import { hasSaidSegments } from './contact-verdict';
import { useMadeSegments } from './use-made-segments';
import { useTaken } from './use-taken';
import { useVerdict } from './use-verdict';

interface ContactFormProps {
  /** The contact to edit; absent when creating. */
  current?: VersionedContact;
  /** Absent for those who may not make segments. */
  onCreateSegment?(title: string): Promise<CreatedSegment>;
  /** `foretold`: the form had said so before. */
  onSaved(kind: 'created' | 'updated' | 'unchanged', saved: VersionedContact, foretold: boolean): void;
  /** The buttons; they get what they need to know of the form. `updates`: whether saving will change a contact. */
  actions(state: { dirty: boolean; saving: boolean; updates: boolean; discard(): void }): ReactNode;
}

/** The one form for contacts, to create and to edit. */
export function ContactForm({ current, onCreateSegment, onSaved, actions }: ContactFormProps) {
  /** The version that the changes in the form are based on. */
  const [base, setBase] = useState(current);
  const baseValues = base ? valuesOf(base.contact) : emptyValues;
  const mode = base ? 'edit' : 'create';
  const country = usePhoneCountry();
  const meant = (values: ContactValues) => meantValues(values, country, baseValues);
  const { form, refuse, alertRef, focusAlert } = useContractForm<ContactValues>({
    fields: formFields,
    defaultValues: baseValues,
    check: (values) => problemsIn(meant(values), base ? baseValues : null),
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const [owners, setOwners] = useState<Owners | null>(null);
  const [changes, setChanges] = useState<FieldChange[]>([]);
  const [choices, setChoices] = useState<Partial<Record<EditableField, Choice>>>({});
  const [gone, setGone] = useState(false);
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const judged = useVerdict(form, mode === 'create');
  const { verdict } = judged;
  const taken = useTaken(form, base?.contact);
  const madeSegments = useMadeSegments(form, onCreateSegment);
  const updates = mode === 'edit' || Boolean(verdict?.contact);
  const { data: segments = [] } = useQuery(segmentListOptions());
  const { lacking } = useService();
  const queryClient = useQueryClient();

  // A newer version arrives while nothing is typed: show it. What is typed stays on the version it began with.
  useEffect(() => {
    if (!current || isDirty || current.contact.updatedAt <= (base?.contact.updatedAt ?? '')) return;
    setBase(current);
    form.reset(valuesOf(current.contact));
  }, [current, base, isDirty, form]);

  function rest(next: VersionedContact | undefined) {
    setBase(next);
    setChanges([]);
    setChoices({});
    form.reset(next ? valuesOf(next.contact) : emptyValues);
  }

  function rebase(latest: VersionedContact) {
    const theirs = valuesOf(latest.contact);
    const merge = mergeValues(baseValues, form.getValues(), theirs);
    setBase(latest);
    setChanges(merge.changes);
    setChoices({});
    form.reset(theirs);
    for (const field of editableFields) form.setValue(field, merge.values[field], { shouldDirty: true });
    focusAlert();
  }

  function settle(outcome: SaveOutcome, values: ContactValues) {
    const said = judged.saidOf(values);
    switch (outcome.kind) {
      case 'created':
      case 'updated':
      case 'unchanged':
        if (said && !hasSaidSegments(said, outcome.contact))
          toast.warning(
            'The referral code was changed meanwhile: it assigned other segments than were shown.',
          );
        rest(mode === 'edit' ? outcome : undefined);
        return onSaved(outcome.kind, outcome, updates === (outcome.kind !== 'created'));
      case 'overtaken':
        setOvertaken({ before: verdict, now: outcome.verdict });
        judged.adopt(values, outcome.verdict);
        return focusAlert();
      case 'conflict':
        setOwners(outcome.owners);
        for (const { path, message } of outcome.details)
          if (path === 'email' || path === 'phone')
            form.setError(path, { type: 'api', message: inShort(path, message) });
        return focusAlert();
      case 'stale':
        return rebase(outcome.latest);
      case 'gone':
        setGone(true);
        return focusAlert();
    }
  }

  const save = form.handleSubmit(async (typed) => {
    if (!(await madeSegments.settled())) return form.setFocus('segmentIds');
    const values = meant({ ...typed, segmentIds: form.getValues('segmentIds') });
    setOwners(null);
    setGone(false);
    setOvertaken(null);
    if (changes.some(({ kind, field }) => kind === 'both' && !choices[field])) return focusAlert();
    const result = await send(values, base, baseValues, judged.expected);
    if (result === 'unchanged') {
      if (base) {
        rest(base);
        onSaved('unchanged', base, true);
      }
    } else if (result.ok) settle(result.data, values);
    else {
      refuse(result.error);
      // It may be that the service cannot be reached: the page is to say so at once.
      void queryClient.invalidateQueries({ queryKey: serviceKeys.service });
    }
  });

  function leaveOut(field: Identifier) {
    setOwners(null);
    form.setValue(field, baseValues[field], { shouldDirty: true });
    form.clearErrors(['email', 'phone']);
    form.setFocus(field);
  }

  /** The ways out of a conflict stand with those it is with: above the form once a save was refused, if they were named. */
  const waysBelow = owners?.email || owners?.phone ? undefined : leaveOut;
  const sheet = (
    <form
      noValidate
      onSubmit={save}
      onKeyDown={saveByKey}
      className="flex flex-col gap-4 [&_input]:scroll-mt-24"
    >
      <UnsavedChanges when={isDirty && !isSubmitting} />
      <FormRefusal ref={alertRef} error={errors.root} />
      {gone ? <GoneAlert ref={alertRef} /> : null}
      {owners ? (
        <ContactConflict ref={alertRef} owners={owners} current={base?.contact} onLeaveOut={leaveOut} />
      ) : null}
      {overtaken ? <OvertakenAlert ref={alertRef} {...overtaken} segments={segments} /> : null}
      {changes.length > 0 ? (
        <MergePanel
          ref={alertRef}
          changes={changes}
          choices={choices}
          segments={segments}
          onChoose={(change, choice) => {
            setChoices((before) => ({ ...before, [change.field]: choice }));
            form.setValue(change.field, change[choice], { shouldDirty: true });
          }}
        />
      ) : null}
      <ContactFields
        form={form}
        mode={mode}
        judged={judged}
        taken={taken}
        onCreateSegment={madeSegments.make}
      />
      {actions({ dirty: isDirty, saving: isSubmitting, updates, discard: () => rest(base) })}
    </form>
  );
  if (base)
    return (
      <div className="flex flex-col gap-6">
        {sheet}
        {isDirty ? (
          <ChangesPanel form={form} base={base.contact} meant={meant} taken={taken} onLeaveOut={waysBelow} />
        ) : null}
      </div>
    );
  if (lacking.previewContact) return sheet;
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,42rem)_minmax(0,20rem)]">
      {sheet}
      <VerdictPanel state={judged} onLeaveOut={waysBelow} />
    </div>
  );
}

function problemsIn(values: ContactValues, base: ContactValues | null) {
  if (!base) return problemsOf(contactUpsert, upsertBody(values));
  const changes = changesOf(values, base);
  return changes.ok ? [] : changes.details;
}

async function send(
  values: ContactValues,
  base: VersionedContact | undefined,
  baseValues: ContactValues,
  expected: string | null | undefined,
) {
  try {
    if (!base) return await createContact({ body: upsertBody(values), expected });
    const changes = changesOf(values, baseValues);
    if (!changes.ok) return { ok: false as const, error: { message: '', details: changes.details } };
    if (Object.keys(changes.body).length === 0) return 'unchanged' as const;
    return await updateContact({ id: base.contact.id, etag: base.etag, body: changes.body });
  } catch {
    return { ok: false as const, error: NO_ANSWER };
  }
}

/** Below the field it is enough to say so; who it is stands above the form, with a link. */
function inShort(field: 'email' | 'phone', message: string): string {
  if (!/contact/i.test(message)) return message;
  return field === 'email' ? 'Another contact has this email.' : 'Another contact has this phone number.';
}
