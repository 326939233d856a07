import { redirect } from 'next/navigation';
import { requireStaff } from '@/app/session';
import { runtime } from '@/lib/runtime';
import { may } from '@/lib/staff/roles';

/** Redirects to the first settings page the person may see. */
export default async function SettingsPage() {
  const { staff } = await requireStaff('contacts:read');
  if (runtime().connection()) redirect('/settings/connection');
  redirect(may(staff.role, 'tokens:manage') ? '/settings/tokens' : '/settings/api');
}
