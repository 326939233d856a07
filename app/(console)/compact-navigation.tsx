'use client';

import { Menu as MenuIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Navigation } from './navigation';

const Sheet = dynamic(() => import('@/components/ui/sheet'));

/** The navigation of narrow screens, behind a button. */
export function CompactNavigation() {
  const [open, setOpen] = useState(false);
  // Kept once it was open, so that it can slide out again.
  const [wanted, setWanted] = useState(false);
  return (
    <div className="md:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <MenuIcon aria-hidden />
      </Button>
      {wanted ? (
        <Sheet open={open} onOpenChange={setOpen} title="Roster">
          <nav aria-label="Main">
            <Navigation onNavigate={() => setOpen(false)} />
          </nav>
        </Sheet>
      ) : null}
    </div>
  );
}
