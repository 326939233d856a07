'use client';

import { SlidersHorizontal } from 'lucide-react';
import { lazy } from 'react';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import type { ViewMenuProps } from './view-menu';

const load = () => import('./view-menu');
const ViewMenu = lazy(load);

/** Opens the menu with density and columns of a table. */
export function ViewButton(props: ViewMenuProps) {
  const face = (
    <Button>
      <SlidersHorizontal aria-hidden className="text-muted" />
      View
    </Button>
  );
  return (
    <OnDemand face={face} popup="menu" load={load}>
      <ViewMenu {...props} trigger={face} />
    </OnDemand>
  );
}
