import { useSearchParams } from 'next/navigation';

/** Lists the URL parameters that are ignored because their values are invalid. */
export function IgnoredParameters({ parameters }: { parameters: Record<string, Parser> }) {
  const unreadable = findInvalidParameters(parameters, useSearchParams());
  if (unreadable.length === 0) return null;
  return (
    <p role="status" className="px-4 pb-3 text-sm wrap-anywhere text-warning md:px-6">
      Left out of this link, because Roster cannot read it: <bdi>{unreadable.join(', ')}</bdi>
    </p>
  );
}

/** The part of a nuqs parser that is used here. */
export interface Parser {
  type?: string;
  parse(text: never): unknown;
}

/** Parameters with an invalid value or list item: "createdFrom=01/02/2026". */
export function findInvalidParameters(
  parameters: Record<string, Parser>,
  search: Pick<URLSearchParams, 'get'>,
): string[] {
  return Object.entries(parameters).flatMap(([name, { type, parse }]) => {
    const text = search.get(name);
    // Repeated parameters take any text.
    if (!text || type === 'multi') return [];
    const value = parse(text as never);
    // The parser of a list drops invalid items.
    const isRead = Array.isArray(value) ? value.length === text.split(',').length : value !== null;
    return isRead ? [] : [`${name}=${text}`];
  });
}
