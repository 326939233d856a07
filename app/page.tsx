import { redirect } from 'next/navigation';

/** The console begins with the contacts; their page sends on who is not signed in. */
export default function StartPage() {
  redirect('/contacts');
}
