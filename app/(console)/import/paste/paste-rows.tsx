'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { saveByKey } from '@/components/form/use-contract-form';
import { callAction } from '@/components/hooks/call-action';
import { UNREACHABLE } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { formatCountOf } from '@/components/text/format-count';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { toast } from '@/components/ui/toast';
import { hasAddress } from '../has-address';
import { offer, takeOffered } from '../offered';
import { toPastedFile } from '../pasted-rows';
import type { LookedUp } from './look-up';
import { lookUpPasted } from './paste-actions';
import { LONGEST_PASTE } from './paste-limits';

/** Takes rows of a sheet or a list of addresses, to preview their import, or to select those that are contacts already. */
export function PasteRows() {
  const router = useRouter();
  const parameters = useSearchParams();
  const hydrated = useHydrated();
  const { phoneCountry: country, selection } = useConsole();
  const mayImport = useCan('createImport');
  const mayLookUp = useCan('previewContacts');
  const box = useRef<HTMLTextAreaElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const pasted = takeOffered('text');
    if (pasted) setText(pasted);
    (pasted ? main : box).current?.focus();
  }, []);

  const finding = useMutation({
    mutationFn: (text: string) => callAction(lookUpPasted, text, UNREACHABLE),
    onSuccess(result) {
      if (result.found.length === 0) return fail('No contact has one of these emails or phones.');
      selection.set(
        result.found.map(({ contactId, name }) => ({ id: contactId, label: name })),
        true,
      );
      toast.success(`${formatCountOf(result.found.length, 'contact')} selected`, {
        description: describeRest(result),
      });
      router.push('/contacts');
    },
    onError: ({ message }) => fail(message),
  });

  function fail(message: string) {
    setProblem(message);
    box.current?.focus();
  }
  /** Calls back unless there is nothing to read. */
  function withRows(run: () => void) {
    if (hasAddress(text)) run();
    else fail('Paste at least one email or phone number.');
  }
  const find = () =>
    withRows(() => {
      if (text.length <= LONGEST_PASTE) finding.mutate(text);
      else fail('This is too long. Select up to 10,000 contacts at a time.');
    });
  const preview = () =>
    withRows(() => {
      offer(toPastedFile(text));
      router.push(`/import?${parameters}`);
    });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (mayImport) preview();
    else if (!finding.isPending) find();
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
      <form onSubmit={submit} onKeyDown={saveByKey} className="flex flex-col items-start gap-3 px-4 md:px-6">
        <Field
          label="Rows of a sheet, or a line for each person"
          description={
            country
              ? `Phone numbers without a country code are read as in ${country.name}.`
              : 'Include the country code of phone numbers, e.g. +49 30 901820.'
          }
          error={problem}
          className="w-full"
        >
          <Textarea
            ref={box}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setProblem(undefined);
            }}
            disabled={!hydrated}
            dir="auto"
            rows={12}
            placeholder={'Jana Lindqvist, jana@example.com, +46 70 123 45 67\nBen Okafor <ben@example.com>'}
            spellCheck={false}
            autoCapitalize="off"
            className="max-h-[60dvh]"
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          {mayImport ? (
            <Button ref={main} variant="primary" type="submit" disabled={!hydrated}>
              Preview import
            </Button>
          ) : null}
          {mayLookUp ? (
            <Button
              ref={mayImport ? undefined : main}
              variant={mayImport ? 'secondary' : 'primary'}
              disabled={!hydrated}
              pending={finding.isPending}
              onClick={find}
            >
              Find these in Contacts
            </Button>
          ) : null}
        </div>
      </form>
    </NarrowPage>
  );
}

/** Most addresses that are named. */
const NAMED = 5;

/** "2 not found: a@example.com, b@example.com. 1 matches several contacts: …"; `undefined` if there are none. */
function describeRest({ missing, ambiguous }: LookedUp): string | undefined {
  const list = (written: string[]) =>
    `${written.slice(0, NAMED).join(', ')}${written.length > NAMED ? ' …' : ''}`;
  const parts = [
    missing.length > 0 && `${formatCountOf(missing.length, 'not found', 'not found')}: ${list(missing)}`,
    ambiguous.length > 0 &&
      `${formatCountOf(ambiguous.length, 'matches', 'match')} several contacts: ${list(ambiguous)}`,
  ];
  return parts.filter(Boolean).join('. ') || undefined;
}
