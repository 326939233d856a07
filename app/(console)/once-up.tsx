'use client';

import { CloudOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useCapabilities } from './service-provider';

/** A page that needs the service: waits until it responds, then stays, with what was typed in it. */
export function OnceUp({ title, children }: { title: string; children: ReactNode }) {
  const isThere = useCapabilities().change;
  const [wasThere, setWasThere] = useState(isThere);
  if (isThere && !wasThere) setWasThere(true);
  if (isThere || wasThere) return children;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={CloudOff} title="Changes are unavailable right now.">
        <p>This page opens once the contacts service responds.</p>
      </EmptyState>
    </>
  );
}
