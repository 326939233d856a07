import type { Contact } from '@/lib/contract/contact';
import { contactFields } from '@/lib/contract/contact';
import { fieldLabels, valuesOf } from '../form/contact-form-values';
import { readablePhone } from '../readable-phone';

export function ContactDetails({ contact }: { contact: Contact }) {
  const values = valuesOf(contact);
  return (
    <dl className="properties">
      {contactFields.map((field) => (
        <div key={field} className="min-h-8">
          <dt className="text-sm text-muted">{fieldLabels[field]}</dt>
          <dd dir="auto" className="text-left break-words">
            {(field === 'phone' ? readablePhone(values[field]) : values[field]) || (
              <span className="text-muted">–</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
