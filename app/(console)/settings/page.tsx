import { redirect } from 'next/navigation';
import { requireStaff } from '@/app/server/session';
import { runtime } from '@/lib/runtime';

/** Redirects to the first settings page the person may see. */
export default async function SettingsPage() {
  await requireStaff('profile:manage');
  redirect(runtime().connection() ? '/settings/connection' : '/settings/profile');
}
