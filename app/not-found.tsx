import type { Metadata } from 'next';
import { NoSuchPage } from './no-such-page';

export const metadata: Metadata = { title: 'No such page' };

/** No page has this address. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <NoSuchPage />
    </main>
  );
}
