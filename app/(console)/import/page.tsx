import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { NotOffered } from '@/components/ui/not-offered';
import { NarrowPage } from '@/components/ui/page-header';
import { ImportList } from './import-list';
import { importListOptions } from './import-queries';
import { UploadFile } from './upload-file';

export const metadata: Metadata = { title: 'Import' };

/** Upload of a file, and the latest imports. */
export default async function ImportPage() {
  const signedIn = await requireStaff('contacts:write');
  if (!capabilities().createImport) return <NotOffered title="Import" operation="createImport" />;
  return (
    <Prefetched signedIn={signedIn} reads={[importListOptions]}>
      <NarrowPage>
        <UploadFile />
        <ImportList />
      </NarrowPage>
    </Prefetched>
  );
}
