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
import type { SegmentRule } from '@/lib/contract/contact-filter';
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

/** The rule of a segment, which the activity has as JSON. */
const parseRule = (rule: unknown): SegmentRule | null =>
  typeof rule === 'string' ? (JSON.parse(rule) as SegmentRule) : null;

/** Whether a name in the activity is a field of contacts that a request can set. */
const isField = (name: string): boolean =>
  (editableFields as readonly string[]).includes(name) || name.startsWith('fields.');

const toText = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value ?? ''));

/** The body of a request: own fields stand in the activity as `fields.plan`. */
function nestOwn(values: Record<string, unknown>): object {
  const isOwn = ([name]: [string, unknown]) => name.startsWith('fields.');
  const entries = Object.entries(values);
  const fields = entries.filter(isOwn).map(([name, value]) => [name.slice('fields.'.length), value]);
  const others = Object.fromEntries(entries.filter((entry) => !isOwn(entry)));
  return fields.length > 0 ? { ...others, fields: Object.fromEntries(fields) } : others;
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
  async function undoContact(
    { subjectId: id, after }: Activity,
    name: string,
    body?: Record<string, unknown>,
  ) {
    try {
      const latest = readOptions('getContact', { id });
      const { data, ...version } = await queryClient.fetchQuery({ ...latest, staleTime: 0 });
      const { email, phone, contact, fields = {}, segments } = data;
      const own = Object.fromEntries(Object.entries(fields).map(([key, value]) => [`fields.${key}`, value]));
      const segmentIds = segments.map(({ segmentId }) => segmentId);
      const now: Record<string, unknown> = { email, phone, ...contact, segmentIds, ...own };
      const changed = Object.keys(body ?? { ...now, ...after }).filter(isField);
      if (changed.every((name) => sameValue(toText(now[name]), toText(after?.[name])))) {
        if (body) return undoUpdate({ id, name, etag: version.etag, body: nestOwn(body) });
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
    const isEditable = Object.keys(body).every(isField);
    if (action === 'contact.updated' && isEditable && may('updateContact', 'readLatest'))
      return () => void undoContact(entry, name, body);
    if (action === 'segment.updated' && may('updateSegment'))
      return () =>
        updateSegment({
          id: subjectId,
          body:
            'rule' in body
              ? { ...body, rule: parseRule(body.rule), expectedRule: parseRule(entry.after?.rule) }
              : body,
        });
    if (action === 'referral-code.updated' && may('updateReferralCode'))
      return () => updateCode({ id: subjectId, body });
    return undefined;
  };
}
