import type { Metadata } from 'next';
import { phoneCountryOf, requireStaff } from '@/app/server/session';
import { PageHeader } from '@/components/ui/page-header';
import { phoneCountries } from '@/lib/phone-country';
import { runtime } from '@/lib/runtime';
import { Backups } from './backups';
import { LogoForm } from './logo-form';
import { AssistantsForm, OrganizationForm } from './organization-form';

export const metadata: Metadata = { title: 'Organization' };

/** Name, defaults, logo, assistants and backups of the organization, for those who manage it. */
export default async function OrganizationPage() {
  const { staff } = await requireStaff('staff:manage');
  const { organization } = staff;
  const backups = await runtime().backups();
  const general = {
    name: organization.name,
    country: phoneCountryOf(staff)?.code ?? '',
    timeZone: organization.timeZone ?? '',
    dateFormat: organization.dateFormat ?? '',
  };
  const { assistantReads, twoApprovers } = organization;
  return (
    <div className="pb-12">
      <PageHeader insideTabs title="Organization" />
      <div className="[&>section:first-of-type]:border-t-0 [&>section:first-of-type]:pt-0">
        <OrganizationForm
          values={general}
          timeZones={Object.fromEntries(
            Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')]),
          )}
          countries={phoneCountries()}
        />
        <LogoForm logo={organization.logo} />
        {/* They read here, not from the console of another service. */}
        {runtime().connection() ? null : <AssistantsForm values={{ assistantReads, twoApprovers }} />}
        {backups ? <Backups {...backups} /> : null}
      </div>
    </div>
  );
}
