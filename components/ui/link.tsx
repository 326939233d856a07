import NextLink from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClasses } from './button';
import { cn } from './cn';

/** A link between pages, without prefetch: a page without its data shows nothing, and a table has two hundred links. */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...link }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...link} className={cn(buttonClasses({ variant, size }), className)} />;
}
