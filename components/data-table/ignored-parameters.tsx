import { useSearchParams } from 'next/navigation';

/** Says which parameters of the URL do nothing because they cannot be read. */
export function IgnoredParameters({ parameters }: { parameters: Record<string, Parser> }) {
  const unreadable = unreadableIn(parameters, useSearchParams());
  if (unreadable.length === 0) return null;
  return (
    <p role="status" className="px-4 pb-3 text-sm wrap-anywhere text-warning md:px-6">
      Ignored, not valid: <bdi>{unreadable.join(', ')}</bdi>
    </p>
  );
}

/** A nuqs parser, as far as is needed here. */
export interface Parser {
  parse(text: string): unknown;
}

/** Parameters whose value, or a part of it, cannot be read: "createdFrom=01/02/2026". */
export function unreadableIn(
  parameters: Record<string, Parser>,
  search: Pick<URLSearchParams, 'get'>,
): string[] {
  return Object.entries(parameters).flatMap(([name, { parse }]) => {
    const text = search.get(name);
    if (!text) return [];
    const value = parse(text);
    // Of a list, the parser leaves out what it cannot read.
    const isRead = Array.isArray(value) ? value.length === text.split(',').length : value !== null;
    return isRead ? [] : [`${name}=${text}`];
  });
}
