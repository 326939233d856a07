import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireStaff } from '@/app/server/session';
import { runtime } from '@/lib/runtime';
import { ConnectionView } from './connection-view';

export const metadata: Metadata = { title: 'Connection' };

/** Exists only in connected mode. */
export default async function ConnectionPage() {
  await requireStaff('contacts:read');
  if (!runtime().connection()) notFound();
  return <ConnectionView />;
}
