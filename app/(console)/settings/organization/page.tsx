import type { Metadata } from 'next';
import { requireStaff } from '@/app/server/session';
import { PageHeader } from '@/components/ui/page-header';
import { runtime } from '@/lib/runtime';
import { NameForm } from '../name-form';
import { Backups } from './backups';
import { LogoForm } from './logo-form';
import { renameOrganization } from './organization-actions';

export const metadata: Metadata = { title: 'Organization' };

export default async function OrganizationPage() {
  const { organization } = (await requireStaff('staff:manage')).staff;
  const backups = await runtime().backups();
  return (
    <div className="max-w-3xl pb-10">
      <PageHeader title="Organization" description="Shown in invitations and beside your logo." />
      <div className="flex flex-col gap-8 px-4 md:px-6">
        <NameForm name={organization.name} action={renameOrganization} autoComplete="organization" />
        <LogoForm logo={organization.logo} />
        {backups ? <Backups {...backups} /> : null}
      </div>
    </div>
  );
}
