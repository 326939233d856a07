import type { Metadata } from 'next';
import { requireStaff } from '@/app/server/session';
import { PageHeader } from '@/components/ui/page-header';
import { runtime } from '@/lib/runtime';
import { NameForm } from '../name-form';
import { Backups } from './backups';
import { LogoForm } from './logo-form';
import { renameOrganization } from './organization-actions';

export const metadata: Metadata = { title: 'Organization' };

/** Name, logo and backups of the organization, for those who manage it. */
export default async function OrganizationPage() {
  const { organization } = (await requireStaff('staff:manage')).staff;
  const backups = await runtime().backups();
  return (
    <div className="pb-12">
      <PageHeader insideTabs title="Organization" />
      <div className="[&>section:first-of-type]:border-t-0 [&>section:first-of-type]:pt-0">
        <NameForm
          title="Organization"
          description="Shown in invitations and beside your logo."
          name={organization.name}
          action={renameOrganization}
          autoComplete="organization"
        />
        <LogoForm logo={organization.logo} />
        {backups ? <Backups {...backups} /> : null}
      </div>
    </div>
  );
}
