import type { Metadata } from 'next';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { NotOffered } from '@/components/ui/not-offered';
import { PasteList } from './paste-list';

export const metadata: Metadata = { title: 'Paste a list' };

/** Looks up a pasted list, unless the service does not offer it. */
export default async function PasteListPage() {
  await requireStaff('contacts:read');
  if (!capabilities().previewContacts) return <NotOffered title="Paste a list" operation="previewContacts" />;
  return <PasteList />;
}
