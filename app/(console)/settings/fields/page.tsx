import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { NotOffered } from '@/components/ui/not-offered';
import { FieldList } from './field-list';

export const metadata: Metadata = { title: 'Fields' };

/** The organization's own fields, unless the service does not offer them. */
export default async function FieldsPage() {
  const signedIn = await requireStaff('fields:manage');
  if (!capabilities().createField) return <NotOffered insideTabs title="Fields" operation="createField" />;
  return (
    <Prefetched signedIn={signedIn} reads={[readOptions('listFields', {})]}>
      <FieldList />
    </Prefetched>
  );
}
