'use client';

import type { ComponentProps } from 'react';
import { PageFailed } from './page-failed';

export default function ErrorPage(props: ComponentProps<typeof PageFailed>) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <PageFailed {...props} />
    </main>
  );
}
