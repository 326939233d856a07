import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'Page not found' };

/** Shows "Page not found" inside the console for unknown URLs. */
export default function UnknownPage() {
  notFound();
}
