import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'Page not found' };

/** Every address that no other page has, so that who is signed in reads that within the console. */
export default function UnknownPage() {
  notFound();
}
