import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './button';
import { ErrorText } from './error-text';
import { focusAround } from './focus-main';

interface ShowEarlierProps {
  pages: UseInfiniteQueryResult;
  size?: 'sm';
  label?: string;
}

/** Loads the next page of a history; shows the error if that fails. */
export function ShowEarlier({ pages, size, label = 'Show earlier' }: ShowEarlierProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div ref={focusAround} className="flex flex-wrap items-center gap-3 text-sm">
      <Button size={size} pending={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        {label}
      </Button>
      {pages.isFetchNextPageError && pages.error ? (
        <p role="alert" className="text-muted">
          <ErrorText error={pages.error} />
        </p>
      ) : null}
    </div>
  );
}
