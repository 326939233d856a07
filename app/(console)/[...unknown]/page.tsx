import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'Page not found' };

/** Catches unknown addresses, so that "Page not found" appears inside the console. */
export default function UnknownPage() {
  notFound();
}
