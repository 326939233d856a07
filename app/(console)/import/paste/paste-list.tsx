'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { saveByKey } from '@/components/form/use-contract-form';
import { callAction } from '@/components/hooks/call-action';
import { UNREACHABLE } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { invalidate } from '@/components/hooks/use-operation';
import { formatCountOf } from '@/components/text/format-count';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { Textarea } from '@/components/ui/input';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import type { FoundContact } from './look-up';
import { createPasted, lookUpPasted } from './paste-actions';
import { CREATED_AT_ONCE, LONGEST_PASTE } from './paste-limits';
import { type Missing, type Pasted, PasteResult } from './paste-result';

/** Looks up pasted emails and phones, to select existing contacts and to create the others. */
export function PasteList() {
  const router = useRouter();
  const hydrated = useHydrated();
  const { phoneCountry: country, selection } = useConsole();
  const mayImport = useCan('listImports', 'contacts:write');
  const mayCreate = useCan('upsertContacts');
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const queryClient = useQueryClient();
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const [created, setCreated] = useState(0);

  const lookingUp = useMutation({
    async mutationFn(text: string) {
      if (!text.trim()) throw new Error('Paste at least one email or phone number.');
      if (text.length > LONGEST_PASTE)
        throw new Error('This is too long. Paste up to 10,000 addresses at a time.');
      return callAction(lookUpPasted, text, UNREACHABLE);
    },
    onSuccess(data) {
      setPasted(data);
      setCreated(0);
      creating.reset();
    },
  });

  const creating = useMutation({
    async mutationFn(missing: readonly Missing[]) {
      setCreated(0);
      for (let start = 0; start < missing.length; start += CREATED_AT_ONCE) {
        const batch = missing.slice(start, start + CREATED_AT_ONCE);
        const done = await callAction(
          createPasted,
          batch.map(({ problem: _, ...address }) => address),
        );
        const problems = new Map(done.failed.map(({ written, message }) => [written, message]));
        const tried = new Set(batch.map(({ written }) => written));
        setCreated((count) => count + done.created.length);
        setPasted(
          (now) =>
            now && {
              ...now,
              found: [...now.found, ...done.found, ...done.created],
              ambiguous: [...now.ambiguous, ...done.ambiguous],
              missing: now.missing
                .filter(({ written }) => problems.has(written) || !tried.has(written))
                .map((one) => ({ ...one, problem: problems.get(one.written) ?? one.problem })),
            },
        );
      }
    },
    onSettled: () => invalidate(queryClient, ['contacts']),
  });

  const isPending = lookingUp.isPending || creating.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) lookingUp.mutate(text, { onError: () => textRef.current?.focus() });
  }

  /** Adds contacts to the selection and opens the contacts. */
  function select(contacts: FoundContact[]) {
    selection.set(
      contacts.map(({ contactId, name }) => ({ id: contactId, label: name })),
      true,
    );
    router.push('/contacts');
  }

  return (
    <NarrowPage className="pb-12">
      <PageHeader
        back={
          <BackLink
            to={mayImport ? '/import' : '/contacts'}
            label={mayImport ? 'Back to imports' : 'Back to contacts'}
          />
        }
        title="Paste a list"
      />
      <div className="flex flex-col gap-6 px-4 md:px-6">
        <form onSubmit={submit} onKeyDown={saveByKey} className="flex flex-col items-start gap-3">
          <Field
            label="Paste emails or phone numbers"
            description={`Separated by lines, commas, semicolons or spaces. One email and one phone on a line are one contact. ${
              country
                ? `Phone numbers without a country code are read as in ${country.name}.`
                : 'Include the country code of phone numbers.'
            }`}
            error={lookingUp.error?.message}
            className="w-full"
          >
            <Textarea
              ref={textRef}
              value={text}
              onChange={({ target }) => setText(target.value)}
              disabled={!hydrated}
              dir="auto"
              rows={8}
              spellCheck={false}
              autoCapitalize="off"
              className="max-h-64"
            />
          </Field>
          <Button
            variant={pasted ? 'secondary' : 'primary'}
            type="submit"
            disabled={!hydrated}
            pending={lookingUp.isPending}
          >
            Look up
          </Button>
        </form>
        {creating.error ? (
          <FormAlert
            title={`${created > 0 ? `Stopped after ${formatCountOf(created, 'contact')}. ` : ''}${creating.error.message}`}
          />
        ) : null}
        {pasted ? (
          <PasteResult
            key={lookingUp.submittedAt}
            pasted={pasted}
            created={creating.isSuccess ? created : null}
            isCreating={creating.isPending}
            onSelect={select}
            onCreate={mayCreate ? () => creating.mutate(pasted.missing) : undefined}
          />
        ) : null}
      </div>
    </NarrowPage>
  );
}
