import { QueryClientContext } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { startTransition, useContext, useEffect, useState } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { isUpgrade } from '@/components/ui/chunk-load-failed';
import { PageMessage } from '@/components/ui/page-message';

/** The error page. `digest` identifies the error in the server log; the message stays on the server. */
export function PageFailed({ error, reset }: { error: Error & { digest?: string }; reset(): void }) {
  const router = useRouter();
  const queryClient = useContext(QueryClientContext);
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => void isUpgrade(error).then(setOutdated), [error]);
  if (isOutdated)
    return (
      <PageMessage
        picture="full"
        title="Roster was updated"
        actions={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      >
        <p>Reload to continue.</p>
      </PageMessage>
    );
  function tryAgain() {
    // `reset` alone would show the cached page and data.
    queryClient?.clear();
    startTransition(() => {
      router.refresh();
      reset();
    });
  }
  return (
    <PageMessage
      picture="askew"
      title="This page could not be shown"
      actions={
        <>
          <Button variant="primary" onClick={tryAgain}>
            Try again
          </Button>
          {/* A full page load discards the state that caused the error. */}
          <a href="/contacts" className={buttonClasses()}>
            Go to contacts
          </a>
        </>
      }
    >
      <p>If this happens again, tell the person who runs Roster.</p>
      {error.digest ? (
        <p className="pt-1 text-sm">
          Log reference: <code className="font-mono">{error.digest}</code>
        </p>
      ) : null}
    </PageMessage>
  );
}
