import { Menu as MenuIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Navigation } from './navigation';

const Sheet = dynamic(() => import('@/components/ui/sheet'));

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
      {open ? (
        <Sheet open onOpenChange={setOpen} title="Roster">
          <Navigation onNavigate={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </div>
  );
}
