import type { Contact } from '@/lib/contract/contact';
import { contactFields } from '@/lib/contract/contact';
import { fieldLabels, valuesOf } from '../form/contact-form-values';

export function ContactDetails({ contact }: { contact: Contact }) {
  const values = valuesOf(contact);
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-4 sm:grid-cols-2">
      {contactFields.map((field) => (
        <div key={field} className="min-w-0">
          <dt className="text-sm font-medium text-muted">{fieldLabels[field]}</dt>
          <dd dir="auto" className="break-words">
            {values[field] || <span className="text-muted">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
