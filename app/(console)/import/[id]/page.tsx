import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities, pageTimeout } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { allSegments } from '@/components/segments/use-segments';
import { NotOffered } from '@/components/ui/not-offered';
import { uuid } from '@/lib/contract/text';
import { phoneCountries } from '@/lib/phone-country';
import { importOptions } from '../import-queries';
import { ImportView } from './import-view';

/** Reads the import once for title and page. Shows "not found" if it does not exist; `one` is `null` if the read failed. */
const loadImport = cache(async (givenId: string) => {
  const signedIn = await requireStaff('contacts:write');
  const id = uuid.safeParse(givenId).data;
  if (id === undefined) notFound();
  const result = await signedIn.call('getImport', { id }, { signal: pageTimeout() }).catch(() => null);
  if (result && !result.ok && result.error.code === 'NOT_FOUND') notFound();
  return { id, signedIn, one: result?.ok ? result.data : null };
});

/** Title of the page: the import's name, or "Import" if the read failed. */
export async function generateMetadata({ params }: PageProps<'/import/[id]'>): Promise<Metadata> {
  const { one } = await loadImport((await params).id);
  return { title: one ? `Import ${one.name}` : 'Import' };
}

/** The page of one import. */
export default async function OneImportPage({ params }: PageProps<'/import/[id]'>) {
  const { id } = await params;
  if (!capabilities().createImport) {
    await requireStaff('contacts:write');
    return <NotOffered title="Import" operation="createImport" />;
  }
  const { signedIn, one } = await loadImport(id);
  return (
    <Prefetched
      signedIn={signedIn}
      known={one ? [[importOptions(one.id).queryKey, one]] : []}
      reads={[allSegments]}
    >
      <ImportView key={id} id={id} countries={phoneCountries()} />
    </Prefetched>
  );
}
