import { ChevronLeft } from 'lucide-react';
import { useReturnTo } from '@/components/hooks/use-return-to';
import { buttonClasses } from './button';
import { cn } from './cn';
import { Link } from './link';

/** Link above the title, back to the list with its search and filters. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      href={useReturnTo(to)}
      aria-label={label}
      title={label}
      className={cn(buttonClasses({ variant: 'ghost', size: 'icon' }), '-ml-2')}
    >
      <ChevronLeft aria-hidden className="text-muted" />
    </Link>
  );
}
