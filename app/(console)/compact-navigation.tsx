'use client';

import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import { Navigation } from './navigation';

/** The navigation of narrow screens, behind a button. */
export function CompactNavigation() {
  const [open, setOpen] = useState(false);
  return (
    <div className="md:hidden">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden />
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title="Roster">
        <nav aria-label="Main">
          <Navigation onNavigate={() => setOpen(false)} />
        </nav>
      </Sheet>
    </div>
  );
}
