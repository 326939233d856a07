import { useQueryClient } from '@tanstack/react-query';
import { editableFields } from '@/components/contacts/field-labels';
import type { CallError } from '@/components/hooks/call-error';
import { useMay } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { readOptions } from '@/components/hooks/use-read';
import { useRestoreSegment } from '@/components/segments/use-restore-segment';
import { useSegments } from '@/components/segments/use-segments';
import { formatPhone } from '@/components/text/phone';
import { toast } from '@/components/ui/toast';
import type { Activity } from '@/lib/contract/activity';
import { sameValue } from '../contacts/form/contact-form-values';
import { useUndoMerge } from '../contacts/merge/use-undo-merge';
import { useRestoreContact } from '../contacts/record/use-restore-contact';
import { useUndoUpdate } from '../contacts/record/use-undo-update';

/** The former values of the changed fields, `null` for none; `undefined` if no field has changed. */
export function toFormerValues({ before, after }: Pick<Activity, 'before' | 'after'>) {
  const names = Object.keys({ ...before, ...after });
  return names.length > 0
    ? Object.fromEntries(names.map((name) => [name, before?.[name] ?? null]))
    : undefined;
}

/**
 * Returns a function that takes the latest entry about something, which stands for one change, and returns a function that
 * undoes it; `undefined` if it cannot be undone or the person may not.
 */
export function useUndoEntry(): (entry: Activity) => (() => void) | undefined {
  const may = useMay();
  const queryClient = useQueryClient();
  const { restore } = useRestoreContact();
  const { restore: restoreSegment } = useRestoreSegment();
  const { mutate: undoMerge } = useUndoMerge();
  const undoUpdate = useUndoUpdate();
  const outcome = {
    onSuccess: () => toast.success('Undone'),
    onError: (error: CallError) => toast.failed('Could not undo', error),
  };
  const { mutate: updateSegment } = useOperation('updateSegment', outcome);
  const { mutate: updateCode } = useOperation('updateReferralCode', outcome);
  const { mutate: deleteSegment } = useOperation('deleteSegment', outcome);
  const { mutateAsync: deleteContact } = useOperation('deleteContact');
  const { data: segments = [] } = useSegments();

  /**
   * Undoes the change of a contact unless one of its fields has another value by now. Without former values, the contact was
   * added and is deleted.
   */
  async function undoContact({ subjectId: id, after }: Activity, name: string, body?: object) {
    try {
      const latest = readOptions('getContact', { id });
      const { data, ...version } = await queryClient.fetchQuery({ ...latest, staleTime: 0 });
      const { email, phone, contact, segments } = data;
      const now = { email, phone, ...contact, segmentIds: segments.map(({ segmentId }) => segmentId) };
      const changed = editableFields.filter((field) => !body || field in body);
      if (changed.every((field) => sameValue(now[field] ?? [], (after?.[field] ?? []) as string))) {
        if (body) return undoUpdate({ id, name, etag: version.etag, body });
        await deleteContact({ id });
        return void toast.success(`Deleted ${name}`, {
          action: { label: 'Undo', onClick: () => void restore(id, name) },
        });
      }
      toast.error(`Could not undo the change to ${name}`, { description: 'It has changed since.' });
    } catch (error) {
      toast.failed(`Could not undo the change to ${name}`, error as CallError);
    }
  }

  return (entry) => {
    const { id, action, subject, subjectId, before } = entry;
    const body = before && toFormerValues(entry);
    if (subject === null) return undefined;
    const name = formatPhone(subject);
    if (action === 'contact.created' && may('deleteContact', 'restoreContacts', 'readLatest'))
      return () => void undoContact(entry, name);
    if (action === 'segment.created' && may('deleteSegment', 'restoreSegment'))
      return segments.some((one) => one.id === subjectId && one.contactCount === 0)
        ? () => deleteSegment({ id: subjectId })
        : undefined;
    if (action === 'contact.deleted' && may('restoreContacts')) return () => void restore(subjectId, name);
    if (action === 'contact.merged' && before && may('undoMerge')) return () => undoMerge([id]);
    if (action === 'segment.deleted' && may('restoreSegment'))
      return () => void restoreSegment({ id: subjectId, title: subject });
    if (!body) return undefined;
    const isOwn = Object.keys(body).every((name) => (editableFields as readonly string[]).includes(name));
    if (action === 'contact.updated' && isOwn && may('updateContact', 'readLatest'))
      return () => void undoContact(entry, name, body);
    if (action === 'segment.updated' && may('updateSegment'))
      return () => updateSegment({ id: subjectId, body });
    if (action === 'referral-code.updated' && may('updateReferralCode'))
      return () => updateCode({ id: subjectId, body });
    return undefined;
  };
}
