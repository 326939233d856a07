import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { allSegments } from '@/components/segments/use-segments';
import { NotOffered, WhenAvailable } from '@/components/ui/not-offered';
import { phoneCountries, toPhoneCountry } from '@/lib/phone-country';
import { CreateContact } from './create-contact';

export const metadata: Metadata = { title: 'Add contact' };

/** The page that adds a contact, once the service is available. */
export default async function NewContactPage() {
  const signedIn = await requireStaff('contacts:write');
  if (!capabilities().upsertContact) return <NotOffered title="Add contact" operation="upsertContact" />;
  return (
    <Prefetched signedIn={signedIn} reads={[allSegments]}>
      <WhenAvailable title="Add contact">
        <CreateContact
          countries={Object.keys(phoneCountries()).flatMap((code) => toPhoneCountry(code) ?? [])}
        />
      </WhenAvailable>
    </Prefetched>
  );
}
