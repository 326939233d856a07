'use client';

import { type ComponentType, lazy, Suspense } from 'react';

/** A component whose code is fetched when it is shown for the first time; until it is here, nothing stands there. */
export function fetched<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Fetched = lazy(load);
  return function FetchedComponent(props: Props) {
    return (
      <Suspense>
        <Fetched {...props} />
      </Suspense>
    );
  };
}
