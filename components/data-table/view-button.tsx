'use client';

import { SlidersHorizontal } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ViewMenu, type ViewMenuProps } from './view-menu';

/** Opens the menu with density and columns of a table. */
export function ViewButton(props: ViewMenuProps) {
  const face = (
    <Button>
      <SlidersHorizontal aria-hidden className="text-muted" />
      View
    </Button>
  );
  return <ViewMenu {...props} trigger={face} />;
}
