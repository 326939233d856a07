import type { Metadata } from 'next';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { NotOffered } from '@/components/ui/not-offered';
import { PasteRows } from './paste-rows';

export const metadata: Metadata = { title: 'Paste a list' };

/** Imports a pasted list, or selects the contacts in it, as far as the service offers these. */
export default async function PastePage() {
  await requireStaff('contacts:read');
  const { createImport, previewContacts } = capabilities();
  if (!createImport && !previewContacts)
    return <NotOffered title="Paste a list" operation="previewContacts" />;
  return <PasteRows />;
}
