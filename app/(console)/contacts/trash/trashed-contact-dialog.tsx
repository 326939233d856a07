import { ContactSegments, SegmentsById, useSegmentsById } from '@/components/contacts/contact-segments';
import { fieldLabels } from '@/components/contacts/field-labels';
import { contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import { ActorName } from '@/components/ui/actor-name';
import { BreakableText } from '@/components/ui/breakable-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RelativeTime, TimeUntil } from '@/components/ui/relative-time';
import { contactFields } from '@/lib/contract/contact-fields';
import type { TrashedContact } from '@/lib/contract/trash';

interface TrashedContactDialogProps {
  contact: TrashedContact;
  /** Absent if not permitted; so is `onPurge`. */
  onRestore?: (() => void) | undefined;
  onPurge?: (() => void) | undefined;
  onClose(): void;
}

/** A deleted contact with its values, read-only, to restore or to delete forever. */
export default function TrashedContactDialog({
  contact,
  onRestore,
  onPurge,
  onClose,
}: TrashedContactDialogProps) {
  const values = { ...contact.contact, email: contact.email, phone: formatPhone(contact.phone ?? '') };
  const segmentsById = useSegmentsById();
  const closing = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog
      title={
        <bdi>
          <BreakableText text={contactName(contact)} />
        </bdi>
      }
      description={
        <>
          Deleted by <ActorName actor={contact.actor} name={contact.deletedBy} />{' '}
          <RelativeTime at={contact.deletedAt} /> · <TimeUntil at={contact.purgeAt} /> left
        </>
      }
      onClose={onClose}
      actions={
        <>
          {onPurge ? (
            <Button variant="ghost" className="text-danger!" onClick={closing(onPurge)}>
              Delete forever
            </Button>
          ) : null}
          {onRestore ? (
            <Button variant="primary" onClick={closing(onRestore)}>
              Restore
            </Button>
          ) : null}
        </>
      }
    >
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm [&_dt]:text-muted">
        {contactFields.map((name) =>
          values[name] ? (
            <div key={name} className="contents">
              <dt>{fieldLabels[name]}</dt>
              <dd dir="auto" className="text-left wrap-anywhere">
                <BreakableText text={values[name]} />
              </dd>
            </div>
          ) : null,
        )}
        {contact.segments.length > 0 ? (
          <>
            <dt>{fieldLabels.segmentIds}</dt>
            <dd>
              <SegmentsById value={segmentsById}>
                <ContactSegments assignments={contact.segments} />
              </SegmentsById>
            </dd>
          </>
        ) : null}
        <dt>Created</dt>
        <dd>
          <RelativeTime at={contact.createdAt} />
        </dd>
      </dl>
    </Dialog>
  );
}
