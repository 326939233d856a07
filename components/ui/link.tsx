import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/** A link between pages. Prefetches none: without the data they have nothing to show, and a table has two hundred links. */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />;
}
