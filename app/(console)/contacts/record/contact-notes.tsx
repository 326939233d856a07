import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmAction } from '@/components/form/confirm-action';
import { UnsavedChanges } from '@/components/form/unsaved-changes';
import { saveByKey } from '@/components/form/use-contract-form';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useOperation } from '@/components/hooks/use-operation';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { ErrorText } from '@/components/ui/error-text';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Textarea } from '@/components/ui/input';
import { SaveKeys } from '@/components/ui/kbd';
import { AfterDot, RelativeTime } from '@/components/ui/relative-time';
import { toast } from '@/components/ui/toast';
import type { Note } from '@/lib/contract/note';

/** A form for a note, whose buttons appear with the first letter. */
export function NoteForm({ contactId }: { contactId: string }) {
  const [text, setText] = useState('');
  const isHydrated = useHydrated();
  const create = useOperation('createNote', { onSuccess: () => setText('') });
  const isBlank = text.trim() === '';
  return (
    <form
      className="flex flex-col gap-2 print:hidden"
      onKeyDown={saveByKey}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank && !create.isPending) create.mutate({ id: contactId, body: { text } });
      }}
    >
      <UnsavedChanges when={!isBlank} />
      <Field
        label={<span className="sr-only">Note</span>}
        error={create.error && <ErrorText error={create.error} />}
        className="[&>:first-child]:h-0"
      >
        <Textarea
          value={text}
          rows={isBlank ? 1 : 3}
          disabled={!isHydrated}
          readOnly={create.isPending}
          dir="auto"
          placeholder="Add a note"
          onChange={({ target }) => {
            setText(target.value);
            create.reset();
          }}
          className="field-sizing-content max-h-80 min-h-8"
        />
      </Field>
      {isBlank ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" pending={create.isPending}>
            Add note
          </Button>
          <Button variant="ghost" onClick={() => setText('')}>
            Discard
          </Button>
          <SaveKeys />
        </div>
      )}
    </form>
  );
}

/** A note in the timeline, with a button that deletes it if permitted. */
export function NoteCard({ note: { id, text, author, createdAt } }: { note: Note }) {
  const mayDelete = useCan('deleteNote');
  const [deleting, setDeleting] = useState(false);
  const { mutateAsync: deleteNote } = useOperation('deleteNote');
  return (
    <div className="group flex flex-col gap-1 rounded-lg border border-line bg-surface px-3 py-2">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <p className="sentence min-w-0 text-sm text-muted">
          <span className="font-medium text-ink">
            <ActorName actor={author} name={author.name} />
          </span>
          <AfterDot>
            <RelativeTime at={createdAt} />
          </AfterDot>
        </p>
        {mayDelete ? (
          <IconButton
            icon={Trash2}
            size="icon-sm"
            label="Delete note"
            title="Delete note"
            onClick={() => setDeleting(true)}
            className="-mr-1.5 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 print:hidden [@media(hover:none)]:opacity-100"
          />
        ) : null}
      </div>
      <p dir="auto" className="text-left text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      {deleting ? (
        <ConfirmAction
          title="Delete this note?"
          description="Its text stays in the history."
          action="Delete"
          run={() => deleteNote({ id })}
          onDone={() => toast.success('Deleted the note')}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </div>
  );
}
