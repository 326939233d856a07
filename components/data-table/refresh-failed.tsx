import { Button } from '@/components/ui/button';

/** The rows are those of an earlier answer; the newest could not be had. */
export function RefreshFailed({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <div
      role="alert"
      className="flex items-center justify-between gap-3 bg-danger-soft px-4 py-1.5 text-sm md:px-6"
    >
      <p>
        <strong className="font-medium text-danger">Not up to date.</strong> {message}
      </p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
