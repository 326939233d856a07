import { Button, buttonClasses } from '@/components/ui/button';
import { SIGNED_OUT } from '@/components/ui/signed-out';

/** The rows are those of an earlier answer; the newest could not be had. Why, narrow screens have no room for. */
export function RefreshFailed({ message, onRetry }: { message: string; onRetry(): void }) {
  const isSignedOut = message === SIGNED_OUT;
  const why = isSignedOut ? 'You are signed out.' : message;
  return (
    <div role="alert" className="flex min-w-0 items-center gap-2">
      <p title={why} className="line-clamp-2 min-w-0 text-xs text-ink">
        <strong className="font-medium text-danger">Not up to date.</strong>{' '}
        <span className="max-md:sr-only">{why}</span>
      </p>
      {isSignedOut ? (
        // Beside this page, which is read anew when somebody comes back to it: what is selected here stays.
        <a href="/sign-in" target="_blank" rel="noreferrer" className={buttonClasses({ size: 'sm' })}>
          Sign in
        </a>
      ) : (
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
