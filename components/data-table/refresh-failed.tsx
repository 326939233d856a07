import { Button } from '@/components/ui/button';

/** The rows are those of an earlier answer; the newest could not be had. Why, narrow screens have no room for. */
export function RefreshFailed({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <div role="alert" className="flex min-w-0 items-center gap-2">
      <p title={message} className="line-clamp-2 min-w-0 text-xs text-ink">
        <strong className="font-medium text-danger">Not up to date.</strong>{' '}
        <span className="max-md:sr-only">{message}</span>
      </p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
