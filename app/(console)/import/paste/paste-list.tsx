'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import {
  useContactSelection,
  useImportOffered,
  useOffered,
  usePhoneCountry,
} from '@/app/(console)/console-providers';
import { countOf } from '@/components/data-table/format-count';
import { FormAlert } from '@/components/form/form-alert';
import { saveByKey } from '@/components/form/use-contract-form';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PageHeader } from '@/components/ui/page-header';
import { Textarea } from '@/components/ui/textarea';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { FoundContact } from './look-up';
import { PasteResult } from './paste-result';
import { usePaste } from './use-paste';

/** Looks up pasted emails and phone numbers, to select those that are contacts and create the others. */
export function PasteList() {
  const router = useRouter();
  const hydrated = useHydrated();
  const country = usePhoneCountry();
  const mayImport = useImportOffered();
  const mayCreate = useOffered('contacts:write', 'upsertContacts');
  const selection = useContactSelection();
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const { pasted, created, lookingUp, creating } = usePaste();
  const isPending = lookingUp.isPending || creating.isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) lookingUp.mutate(text, { onError: () => textRef.current?.focus() });
  }

  function select(contacts: FoundContact[]) {
    selection.set(
      contacts.map(({ contactId, name }) => ({ id: contactId, label: name })),
      true,
    );
    router.push('/contacts');
  }

  return (
    <div className="pb-8">
      <PageHeader
        back={
          mayImport ? (
            <BackLink to="/import" label="Back to imports" />
          ) : (
            <BackLink to="/contacts" label="Back to contacts" />
          )
        }
        title="Paste a list"
      />
      <div className="flex max-w-4xl flex-col gap-6 px-4 md:px-6">
        <form onSubmit={submit} onKeyDown={saveByKey} className="flex flex-col items-start gap-3">
          <Field
            label="Paste emails or phone numbers"
            description={`Separated by lines, commas, semicolons or spaces. One email and one phone on a line are one contact. ${
              country
                ? `Phone numbers without a country code are read as in ${country.name}.`
                : 'Phone numbers begin with + and the country code.'
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
            title={`${created > 0 ? `Stopped after ${countOf(created, 'contact')}. ` : ''}${creating.error.message}`}
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
    </div>
  );
}
