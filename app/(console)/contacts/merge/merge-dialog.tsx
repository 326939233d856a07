import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { contactOptions, dropFromLists } from '@/components/contacts/contact-queries';
import { fieldLabels } from '@/components/contacts/field-labels';
import { FindContact } from '@/components/contacts/find-contact';
import { useConsole } from '@/components/contacts/use-console';
import { saveByKey } from '@/components/form/use-contract-form';
import { CallError } from '@/components/hooks/call-error';
import { useOperation } from '@/components/hooks/use-operation';
import { useSegments } from '@/components/segments/use-segments';
import { contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Dialog } from '@/components/ui/dialog';
import { ErrorText } from '@/components/ui/error-text';
import { FormAlert } from '@/components/ui/form-alert';
import { RelativeTime } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import type { ContactField } from '@/lib/contract/contact-fields';
import {
  type Choices,
  differingFields,
  fieldValue,
  findChosen,
  formerAddresses,
  isBare,
  type Pair,
  takenFields,
} from './merge-choices';
import { useUndoMerge } from './use-undo-merge';

export interface MergeDialogProps {
  /** Id of the contact that stays, unless the person chooses the other one. */
  stays: string;
  /** Id of the contact that goes; absent to search for one. */
  goes?: string | undefined;
  /** Initial choices. */
  prefer?: Choices;
  /** Says what the merge loses. */
  warning?: string | undefined;
  onMerged?(contact: Contact): void;
  onClose(): void;
}

/** Merges two contacts; asks which one stays and whose value each field gets. */
export default function MergeDialog({ stays, goes, prefer = {}, warning, ...dialog }: MergeDialogProps) {
  const [found, setFound] = useState(goes);
  const [keeps, setKeeps] = useState(stays);
  const [choices, setChoices] = useState(prefer);
  const ids = found ? [stays, found] : [stays];
  const queries = useQueries({ queries: ids.map(contactOptions) });
  const error = queries.find((query) => query.error)?.error;
  const [one, other] = queries.map(({ data }) => data);
  if (!found || !one || !other)
    return (
      <Dialog
        title={one ? `Merge ${contactName(one.contact)} with …` : 'Merge contacts'}
        onClose={dialog.onClose}
        className="max-w-2xl!"
      >
        {error ? (
          <FormAlert title={<ErrorText error={error} />} />
        ) : found ? (
          <p role="status" className="text-muted">
            Loading the contacts …
          </p>
        ) : (
          <div className="flex min-h-64 flex-col gap-1">
            <FindContact except={stays} onFound={setFound} />
          </div>
        )}
      </Dialog>
    );
  const [stayed, gone] = keeps === one.contact.id ? [one, other] : [other, one];
  return (
    <MergeForm
      {...dialog}
      shown={[one.contact, other.contact]}
      pair={[stayed.contact, gone.contact]}
      versions={[stayed.etag, gone.etag]}
      choices={choices}
      warning={warning}
      onKeep={setKeeps}
      onChoose={(field, id) => setChoices({ ...choices, [field]: id })}
    />
  );
}

interface MergingProps extends Pick<MergeDialogProps, 'warning' | 'onMerged' | 'onClose'> {
  /** Both contacts in a fixed order. */
  shown: Pair;
  pair: Pair;
  versions: readonly [string | null, string | null];
  choices: Choices;
  onKeep(id: string): void;
  onChoose(field: ContactField, id: string): void;
}

/** The choices of a merge. Merges unless one of the contacts has changed since it was read, then offers Undo. */
function MergeForm({
  shown,
  pair,
  versions,
  choices,
  warning,
  onKeep,
  onChoose,
  onMerged,
  onClose,
}: MergingProps) {
  const id = useId();
  const keepRef = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const { selection } = useConsole();
  const { undoMerge } = useUndoMerge();
  const { mutate, isPending, error } = useOperation('mergeContacts', {
    onSuccess({ data: contact, mergeId }) {
      dropFromLists(queryClient, goes.id);
      selection.drop([goes.id]);
      toast.success(
        <>
          Merged into <bdi>{contactName(contact)}</bdi>
        </>,
        { action: mergeId ? { label: 'Undo', onClick: () => undoMerge(mergeId) } : undefined },
      );
      onClose();
      onMerged?.(contact);
    },
  });
  const [stays, goes] = pair;
  const fields = differingFields(pair);
  const former = formerAddresses(pair, choices);
  const bare = isBare(pair, choices);
  const isStale = error instanceof CallError && error.code === 'PRECONDITION_FAILED';

  function merge(event: FormEvent) {
    event.preventDefault();
    // React would pass the event to a form around the dialog.
    event.stopPropagation();
    if (isPending || bare) return;
    const [version, fromMatch] = versions;
    mutate({
      id: stays.id,
      ...(version && { ifMatch: version }),
      body: { from: goes.id, take: takenFields(pair, choices), fromMatch },
    });
  }
  const keeping = (
    <>
      Keeps <bdi className="font-medium text-ink">{contactName(stays)}</bdi>. Undo any time.
    </>
  );
  return (
    <Dialog
      title="Merge contacts"
      description={keeping}
      initialFocus={keepRef}
      className="max-w-2xl!"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isPending} disabled={bare}>
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
          event.stopPropagation();
        }}
        className="@container flex flex-col gap-3"
      >
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
        <FieldRow legend="Keep" hidden>
          {shown.map((contact) => (
            <FieldOption
              key={contact.id}
              ref={contact === stays ? keepRef : undefined}
              name="merge-keep"
              checked={contact === stays}
              onChoose={() => onKeep(contact.id)}
              className="py-2.5!"
            >
              <Card contact={contact} />
            </FieldOption>
          ))}
        </FieldRow>
        {fields.map((field) => (
          <FieldRow key={field} legend={fieldLabels[field]}>
            {shown.map((contact) => (
              <FieldOption
                key={contact.id}
                name={`merge-${field}`}
                checked={findChosen(pair, field, choices) === contact}
                onChoose={() => onChoose(field, contact.id)}
              >
                <FieldValue field={field} value={fieldValue(contact, field)} />
              </FieldOption>
            ))}
          </FieldRow>
        ))}
        <Segments pair={pair} />
        <p role="status" className={cn('text-sm empty:hidden', bare ? 'text-danger' : 'text-muted')}>
          {bare ? (
            'Keep an email or phone.'
          ) : former.length > 0 ? (
            <FormerAddressList addresses={former} />
          ) : null}
        </p>
      </form>
    </Dialog>
  );
}

/** A row of options, one for each contact. */
function FieldRow({ legend, hidden, children }: { legend: string; hidden?: boolean; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className={hidden ? 'sr-only' : 'pb-1 text-xs font-medium text-muted'}>{legend}</legend>
      <div className="grid grid-cols-1 gap-2 @md:grid-cols-2">{children}</div>
    </fieldset>
  );
}

interface OptionProps extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'checked'> {
  onChoose(): void;
  className?: string;
  children: ReactNode;
}

/** A radio button with its content. */
function FieldOption({ onChoose, className, children, ...radio }: OptionProps) {
  return (
    <label
      className={cn(
        'flex min-h-9 min-w-0 items-center gap-2.5 rounded-md border border-line px-2.5 py-1.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent/8',
        className,
      )}
    >
      <input {...radio} type="radio" className="size-4 shrink-0 accent-accent" onChange={onChoose} />
      {children}
    </label>
  );
}

/** The name of a contact, and the time of its last change. */
function Card({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  return (
    <>
      <Avatar id={contact.id} name={name} />
      <span className="min-w-0">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {name}
        </span>
        <span className="block text-xs text-muted">
          Updated <RelativeTime at={contact.updatedAt} />
        </span>
      </span>
    </>
  );
}

/** The value of a field, or "Empty". */
function FieldValue({ field, value }: { field: ContactField; value: string | null }) {
  return (
    <span dir="auto" className={cn('min-w-0 wrap-anywhere', !value && 'text-muted')}>
      {value ? (field === 'phone' ? formatPhone(value) : value) : 'Empty'}
    </span>
  );
}

/** The segments of both contacts, all of which the merged contact gets. */
function Segments({ pair }: { pair: Pair }) {
  const { data: segments = [] } = useSegments();
  const ids = new Set(pair.flatMap((contact) => contact.segments.map(({ segmentId }) => segmentId)));
  const joined = segments.filter(({ id }) => ids.has(id));
  if (joined.length === 0) return null;
  return (
    <div>
      <h3 className="pb-1 text-xs font-medium text-muted">Segments</h3>
      <p className="flex flex-wrap gap-1">
        {joined.map(({ id, title, color }) => (
          <SegmentChip key={id} title={title} color={color} className="max-w-full!" />
        ))}
      </p>
    </div>
  );
}

/** Emails and phones that the merged contact does not keep. */
function FormerAddressList({ addresses }: { addresses: string[] }) {
  return (
    <>
      {addresses.map((address, index) => (
        <span key={address}>
          {index > 0 ? ' and ' : null}
          <bdi className="wrap-anywhere">{formatPhone(address)}</bdi>
        </span>
      ))}{' '}
      {addresses.length === 1 ? 'stays a former address.' : 'stay former addresses.'}
    </>
  );
}
