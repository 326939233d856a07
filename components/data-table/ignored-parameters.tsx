import { useSearchParams } from 'next/navigation';
import { type Parser, unreadableIn } from './unreadable';

/** Says which parameters of the URL do nothing because they cannot be read. */
export function IgnoredParameters({ parameters }: { parameters: Record<string, Parser> }) {
  const unreadable = unreadableIn(parameters, useSearchParams());
  if (unreadable.length === 0) return null;
  return (
    <p role="status" className="px-4 pb-3 text-sm wrap-anywhere text-warning md:px-6">
      Not understood and ignored: <bdi>{unreadable.join(', ')}</bdi>
    </p>
  );
}
