import { redirect } from 'next/navigation';
import { requireStaff } from '@/app/server/session';
import { runtime } from '@/lib/runtime';

/** Redirects to the connection if there is one, else to the profile. */
export default async function SettingsPage() {
  await requireStaff('profile:manage');
  redirect(runtime().connection() ? '/settings/connection' : '/settings/profile');
}
