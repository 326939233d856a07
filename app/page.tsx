import { redirect } from 'next/navigation';

/** Redirects to the contacts, whose page redirects to sign-in if needed. */
export default function StartPage() {
  redirect('/contacts');
}
