'use client';

import { CircleSlash, CloudOff } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { useCan, useHas } from '@/components/hooks/use-can';
import { EmptyState } from '@/components/ui/empty-state';
import { ButtonLink } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { cannot } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';

/** Page of a feature that the connected service lacks. Refreshes if the service gains it. */
export function NotOffered({
  title,
  operation,
  insideTabs,
}: {
  title: string;
  operation: OperationName;
  /** Whether the page is below the tabs of an area. */
  insideTabs?: boolean;
}) {
  const router = useRouter();
  const isOffered = useHas()(operation);
  useEffect(() => {
    if (isOffered) router.refresh();
  }, [isOffered, router]);
  return (
    <>
      <PageHeader insideTabs={insideTabs} title={title} />
      <EmptyState
        icon={CircleSlash}
        title={cannot(operation)}
        actions={<ButtonLink href="/settings/connection">Supported features</ButtonLink>}
      >
        <p>Features depend on the connected contacts service.</p>
      </EmptyState>
    </>
  );
}

/** Shows a page once the service is available, and keeps it afterwards, which keeps typed text. */
export function WhenAvailable({ title, children }: { title: string; children: ReactNode }) {
  const isAvailable = useCan('change');
  const [wasAvailable, setWasAvailable] = useState(isAvailable);
  if (isAvailable && !wasAvailable) setWasAvailable(true);
  if (isAvailable || wasAvailable) return children;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={CloudOff} title="Changes are unavailable right now.">
        <p>This page opens once the contacts service responds.</p>
      </EmptyState>
    </>
  );
}
