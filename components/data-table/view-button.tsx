'use client';

import { SlidersHorizontal } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { fetched } from '@/components/ui/fetched';
import { OnDemand } from '@/components/ui/on-demand';
import type { ViewMenuProps } from './view-menu';

const ViewMenu = fetched(() => import('./view-menu'));

/** Opens the menu with density and columns of a table. */
export function ViewButton(props: ViewMenuProps) {
  const face = (
    <Button>
      <SlidersHorizontal aria-hidden className="text-muted" />
      View
    </Button>
  );
  return (
    <OnDemand face={face} popup="menu" part={ViewMenu.part}>
      <ViewMenu {...props} trigger={face} />
    </OnDemand>
  );
}
