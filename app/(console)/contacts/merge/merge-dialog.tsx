import { useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import {
  contactOptions,
  contactSuggestionsOptions,
  dropFromLists,
  duplicatesOptions,
  type VersionedContact,
} from '@/components/contacts/contact-queries';
import { DoNotContactMark } from '@/components/contacts/do-not-contact-mark';
import { labelOfField } from '@/components/contacts/field-words';
import { ChoicesSkeleton, FindContact } from '@/components/contacts/find-contact';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { useConsole } from '@/components/contacts/use-console';
import { saveByKey } from '@/components/form/use-contract-form';
import { CallError } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useOperations } from '@/components/hooks/use-operation';
import { contactLines, contactName, joinWords } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { Avatar } from '@/components/ui/avatar';
import { BreakableText } from '@/components/ui/breakable-text';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Dialog } from '@/components/ui/dialog';
import { ErrorText } from '@/components/ui/error-text';
import { FormAlert } from '@/components/ui/form-alert';
import { RelativeTime } from '@/components/ui/relative-time';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import type { Duplicate } from '@/lib/contract/duplicate';
import { useRecentContacts } from '../../command-menu/recent-contacts';
import { DifferentNames } from './different-names';
import {
  type Choices,
  differingFields,
  findChosen,
  findDifferentContactNames,
  formerAddresses,
  formerIds,
  type MergeField,
  takenFields,
  toMerged,
  valueWords,
} from './merge-choices';
import { MergeResult } from './merge-result';
import { mergeToast, useUndoMerge } from './use-undo-merge';

export interface MergeDialogProps {
  /** Id of the contact that stays, unless the person chooses another one. */
  stays: string;
  /** Ids of the contacts that go; absent to search for one. */
  goes?: string | readonly string[] | undefined;
  /** Initial choices. */
  prefer?: Choices;
  /** Says what the merge loses. */
  warning?: string | undefined;
  onMerged?(contact: Contact): void;
  onClose(): void;
}

/** Merges contacts; asks which one stays and whose value each field gets. */
export default function MergeDialog({ stays, goes, prefer = {}, warning, ...dialog }: MergeDialogProps) {
  const [found, setFound] = useState(goes);
  const [keeps, setKeeps] = useState(stays);
  const [choices, setChoices] = useState(prefer);
  const ids = [stays, found ?? []].flat();
  const queries = useQueries({ queries: ids.map(contactOptions) });
  const error = queries.find((query) => query.error)?.error;
  const read = queries.flatMap(({ data }) => data ?? []);
  // The id of a contact that was just merged leads to the one that stayed.
  const [first, ...others] = new Map(read.map((each) => [each.contact.id, each])).values();
  if (!found || read.length < ids.length || !first || others.length === 0)
    return (
      <Dialog
        title={first && !found ? `Merge ${contactName(first.contact)} with…` : 'Merge contacts'}
        onClose={dialog.onClose}
        className="max-w-2xl!"
      >
        {error ? (
          <FormAlert title={<ErrorText error={error} />} />
        ) : found ? (
          <p role="status" className="text-muted">
            Loading the contacts…
          </p>
        ) : (
          <div className="flex min-h-40 flex-col gap-1">
            {first ? <FindOther contact={first.contact} onFound={setFound} /> : <ChoicesSkeleton />}
          </div>
        )}
      </Dialog>
    );
  return (
    <MergeForm
      {...dialog}
      shown={[first, ...others]}
      keeps={keeps}
      choices={choices}
      warning={warning}
      onKeep={setKeeps}
      onChoose={(field, id) => setChoices({ ...choices, [field]: id })}
    />
  );
}

/** Finds a contact to merge with another one; suggests its likely duplicates and those that were viewed last. */
function FindOther({ contact, onFound }: { contact: Contact; onFound(id: string): void }) {
  const { id } = contact;
  const name = contactName(contact);
  const isPair = (pair: Duplicate) => pair.contact.id === id || pair.other.id === id;
  const { data: pairs, isLoading: searches } = useInfiniteQuery({
    ...duplicatesOptions,
    enabled: useCan('listDuplicates'),
  });
  // Duplicates are known only once they have been searched for.
  const { data: found, isLoading: finds } = useQuery(contactSuggestionsOptions(name));
  const likely = [
    ...(pairs?.pages ?? []).flatMap(({ data }) =>
      data.filter(isPair).flatMap((pair) => [pair.contact, pair.other]),
    ),
    ...(found?.data ?? []).filter((one) => contactName(one) === name),
  ];
  const duplicates = [...new Map(likely.map((one) => [one.id, one])).values()].filter((one) => one.id !== id);
  const recent = useRecentContacts(id).filter((one) => !duplicates.some((other) => other.id === one.id));
  return (
    <FindContact
      except={id}
      suggested={[
        { title: 'Likely duplicates', contacts: duplicates },
        { title: 'Recently viewed', contacts: recent },
      ]}
      loading={searches || finds}
      onFound={onFound}
    />
  );
}

interface MergingProps extends Pick<MergeDialogProps, 'warning' | 'onMerged' | 'onClose'> {
  /** The contacts in a fixed order. */
  shown: readonly [VersionedContact, ...VersionedContact[]];
  /** Id of the contact that stays. */
  keeps: string;
  choices: Choices;
  onKeep(id: string): void;
  onChoose(field: MergeField, id: string): void;
}

/**
 * The choices of a merge, and what comes of them. Merges one contact after another, unless one has changed since it was
 * read, then offers Undo.
 */
function MergeForm({ shown, keeps, choices, warning, onKeep, onChoose, onMerged, onClose }: MergingProps) {
  const id = useId();
  const keepRef = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const { selection } = useConsole();
  const { mutate: undo } = useUndoMerge();
  const { act, settle } = useOperations('mergeContacts');
  const contacts = shown.map(({ contact }) => contact);
  const stays = shown.find(({ contact }) => contact.id === keeps) ?? shown[0];
  const goes = shown.filter((one) => one !== stays);
  const ownFields = useFieldsByName();
  const fields = differingFields(contacts, ownFields);
  const merged = toMerged([stays.contact, ...goes.map(({ contact }) => contact)], choices);
  const names = findDifferentContactNames(contacts);
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      let { etag } = stays;
      const mergeIds: string[] = [];
      for (const { contact: from, etag: fromMatch } of goes) {
        const take = takenFields(contacts, from, choices);
        const body = { from: from.id, take, fromMatch };
        const reply = await act({ id: stays.contact.id, ...(etag && { ifMatch: etag }), body });
        etag = reply.etag;
        if (reply.mergeId) mergeIds.unshift(reply.mergeId);
      }
      return mergeIds;
    },
    onSuccess(mergeIds) {
      const ids = goes.map(({ contact }) => contact.id);
      for (const gone of ids) dropFromLists(queryClient, gone);
      selection.drop(ids);
      const [last] = mergeIds;
      toast.success(`Merged ${joinWords(contacts.map(contactName))}`, {
        ...(last && { id: mergeToast(last), action: { label: 'Undo', onClick: () => undo(mergeIds) } }),
      });
      onClose();
      onMerged?.(merged);
    },
    // Without waiting: the dialog closes at once.
    onSettled: () => void settle(),
  });
  const isStale = error instanceof CallError && error.code === 'PRECONDITION_FAILED';

  function merge(event: FormEvent) {
    event.preventDefault();
    // React would pass the event to a form around the dialog.
    event.stopPropagation();
    if (!isPending) mutate();
  }
  return (
    <Dialog
      title="Merge contacts"
      description="Choose what the merged contact has. The newest are preselected; all segments, referral codes and notes are kept. You can undo this."
      initialFocus={keepRef}
      className={goes.length > 1 ? 'max-w-7xl!' : 'max-w-5xl!'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isPending}>
            Merge
          </Button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={merge}
        onKeyDown={(event) => {
          saveByKey(event);
          // Keys are not for a form around the dialog; Escape is for the dialog.
          if (event.key !== 'Escape') event.stopPropagation();
        }}
        className="grid gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="@container flex flex-col gap-3">
          {error ? (
            <FormAlert
              title={
                isStale ? (
                  'Someone just changed one of them. Check, then merge again.'
                ) : (
                  <ErrorText error={error} />
                )
              }
            />
          ) : null}
          {warning ? <FormAlert tone="warning" title={warning} /> : null}
          <DifferentNames names={names} />
          <FieldRow legend="Keep">
            {contacts.map((contact) => (
              <FieldOption
                key={contact.id}
                ref={contact === stays.contact ? keepRef : undefined}
                name="merge-keep"
                checked={contact === stays.contact}
                onChoose={() => onKeep(contact.id)}
                className="py-2.5!"
              >
                <Card contact={contact} />
              </FieldOption>
            ))}
          </FieldRow>
          {fields.map((field) => (
            <FieldRow key={field} legend={labelOfField(field, ownFields) ?? field}>
              {contacts.map((contact) => {
                const words = valueWords(contact, field, ownFields);
                return (
                  <FieldOption
                    key={contact.id}
                    name={`merge-${field}`}
                    checked={findChosen(contacts, field, choices) === contact}
                    // A merge keeps what only one of them has.
                    disabled={!words}
                    onChoose={() => onChoose(field, contact.id)}
                  >
                    <span dir="auto" className={cn('min-w-0 wrap-anywhere', !words && 'text-muted')}>
                      <BreakableText text={words || 'Empty'} />
                    </span>
                  </FieldOption>
                );
              })}
            </FieldRow>
          ))}
        </div>
        <MergeResult
          merged={merged}
          fields={ownFields}
          former={[
            {
              values: formerAddresses(contacts, merged).map(formatPhone),
              one: 'former address',
              many: 'former addresses',
            },
            { values: formerIds(contacts, merged, ownFields), one: 'former id', many: 'former ids' },
          ]}
        />
      </form>
    </Dialog>
  );
}

/** A row of options, one for each contact. */
function FieldRow({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 text-xs font-medium text-muted">{legend}</legend>
      <div className="grid grid-cols-1 gap-2 @md:auto-cols-fr @md:grid-flow-col @md:grid-cols-none">
        {children}
      </div>
    </fieldset>
  );
}

interface OptionProps extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'checked' | 'disabled'> {
  onChoose(): void;
  className?: string;
  children: ReactNode;
}

/** A radio button with its content. */
function FieldOption({ onChoose, className, children, ...radio }: OptionProps) {
  return (
    <label
      className={cn(
        'flex min-h-9 min-w-0 items-center gap-2.5 rounded-md border border-line px-2.5 py-1.5 not-has-disabled:hover:bg-hover has-checked:border-accent has-checked:bg-accent/8',
        className,
      )}
    >
      <input {...radio} type="radio" className="radio" onChange={onChoose} />
      {children}
    </label>
  );
}

/** The name of a contact, its email or phone, its company, and the time of its last change, which decides the default values. */
function Card({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  const [address] = contactLines(contact);
  return (
    <>
      <Avatar id={contact.id} name={name} />
      <span className="min-w-0">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {name}
          <DoNotContactMark contact={contact} className="ms-1.5 inline-block align-[-2px]" />
        </span>
        {[address, contact.contact.company].filter(Boolean).map((text) => (
          <span key={text} dir="auto" className="block text-left text-xs wrap-anywhere text-muted">
            {text}
          </span>
        ))}
        <span className="block text-xs text-muted">
          Updated <RelativeTime at={contact.updatedAt} />
        </span>
      </span>
    </>
  );
}
