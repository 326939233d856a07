'use client';

import { QueryClientContext } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { startTransition, useContext } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** A page that could not be made. `digest` is what the log calls the error; its message stays on the server. */
export function PageFailed({ error, reset }: { error: Error & { digest?: string }; reset(): void }) {
  const router = useRouter();
  const queryClient = useContext(QueryClientContext);
  function tryAgain() {
    // By itself, `reset` shows the same once more: what the server sent, and what was read in the browser.
    queryClient?.clear();
    startTransition(() => {
      router.refresh();
      reset();
    });
  }
  return (
    <EmptyState
      icon={CircleAlert}
      tone="danger"
      title="This page could not be loaded"
      heading="h1"
      actions={
        <>
          <Button variant="primary" onClick={tryAgain}>
            Try again
          </Button>
          {/* A whole new page: what broke this one may still be in memory. */}
          <a href="/contacts" className={buttonClasses()}>
            Go to contacts
          </a>
        </>
      }
    >
      <p>No data was changed.</p>
      {error.digest ? (
        <p className="pt-1 text-sm">
          Log reference: <code className="font-mono">{error.digest}</code>
        </p>
      ) : null}
    </EmptyState>
  );
}
