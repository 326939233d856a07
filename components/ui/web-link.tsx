import type { ComponentProps } from 'react';

/** Whether a text is the address of a website; others may be scripts. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** A link to a website in a new tab. Only its content if `href` is none. */
export function WebLink({ href, children, ...link }: ComponentProps<'a'> & { href: string }) {
  if (!isWebAddress(href)) return children;
  return (
    <a {...link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
