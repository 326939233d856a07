'use client';

import type { ComponentProps } from 'react';
import { PageFailed } from './page-failed';

/** The error page outside of the console. */
export default function ErrorPage(props: ComponentProps<typeof PageFailed>) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <PageFailed {...props} />
    </main>
  );
}
