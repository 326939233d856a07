import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { markReasonLabels } from '@/components/contacts/mark-reason-labels';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { useOperation } from '@/components/hooks/use-operation';
import { contactName } from '@/components/text/contact-name';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Choice } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { type MarkReason, markRemove } from '@/lib/contract/do-not-contact';

interface DialogProps {
  contact: Contact;
  onClose(): void;
}

const addressOf = ({ email, phone }: Contact) => (email ? { email } : { phone });

/** Marks a contact “Do not contact”, or removes the mark, which needs a reason. */
export default function DoNotContactDialog(props: DialogProps) {
  // The contact changes before the dialog closes.
  const [isMarked] = useState(props.contact.doNotContact !== undefined);
  return isMarked ? <RemoveDialog {...props} /> : <MarkDialog {...props} />;
}

function MarkDialog({ contact, onClose }: DialogProps) {
  const { mutateAsync: mark } = useOperation('markDoNotContact');
  const actionForm = useActionForm<{ reason: MarkReason }, unknown>({
    defaultValues: { reason: 'asked' },
    check: () => [],
    send: (values) => mark({ body: { ...addressOf(contact), ...values } }),
    onSent: () => {
      toast.success(`Marked ${contactName(contact)}`);
      onClose();
    },
  });
  return (
    <FormDialog
      {...actionForm}
      title={`Do not contact ${contactName(contact)}?`}
      description="Exports leave the contact out. The mark stays with the email and phone, also after a deletion."
      action="Mark “Do not contact”"
      onClose={onClose}
    >
      <Controller
        name="reason"
        control={actionForm.form.control}
        render={({ field }) => (
          <Field label="Reason">
            <Choice
              className="w-full"
              value={field.value}
              labels={markReasonLabels}
              onChange={field.onChange}
            />
          </Field>
        )}
      />
    </FormDialog>
  );
}

function RemoveDialog({ contact, onClose }: DialogProps) {
  const { mutateAsync: unmark } = useOperation('unmarkDoNotContact');
  const toBody = (values: { reason: string }) => ({ ...addressOf(contact), ...values });
  const actionForm = useActionForm<{ reason: string }, unknown>({
    defaultValues: { reason: '' },
    check: (values) => findProblems(markRemove, toBody(values)),
    send: (values) => unmark({ body: toBody(values) }),
    onSent: () => {
      toast.success(`${contactName(contact)} may be contacted again`);
      onClose();
    },
  });
  const { errors } = actionForm.form.formState;
  return (
    <FormDialog
      {...actionForm}
      title={`Contact ${contactName(contact)} again?`}
      description="The reason is kept in the activity."
      action="Allow contact"
      onClose={onClose}
    >
      <Field label="Reason" error={errors.reason?.message}>
        <Input maxLength={200} autoComplete="off" {...actionForm.form.register('reason')} />
      </Field>
    </FormDialog>
  );
}
