'use client';

import { CloudOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';

/** A page that needs the service: waits until it responds, then stays, with what was typed in it. */
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
