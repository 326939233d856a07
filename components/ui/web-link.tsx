import type { ComponentProps } from 'react';

/** A link to a website in a new tab. Only its content if `href` is something else, which may be a script. */
export function WebLink({ href, children, ...link }: ComponentProps<'a'> & { href: string }) {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return children;
  return (
    <a {...link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
