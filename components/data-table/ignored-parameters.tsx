import { X } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { type UseQueryStatesKeysMap, useQueryStates } from 'nuqs';
import { focusAround } from '@/components/ui/focus-main';
import { IconButton } from '@/components/ui/icon-button';

/** Lists the URL parameters that are ignored because their values are invalid, and removes them from the URL. */
export function IgnoredParameters({ parameters }: { parameters: UseQueryStatesKeysMap }) {
  const unreadable = findInvalidParameters(parameters, useSearchParams());
  const [read, write] = useQueryStates(parameters);
  if (unreadable.length === 0) return null;
  return (
    <div ref={focusAround} className="flex items-start gap-2 px-4 pb-3 text-sm text-warning md:px-6">
      <p role="status" className="min-w-0 py-0.5 wrap-anywhere">
        Part of this link was left out: <bdi>{unreadable.join(', ')}</bdi>
      </p>
      <IconButton icon={X} label="Dismiss" size="icon-xs" onClick={() => void write(read)} />
    </div>
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
