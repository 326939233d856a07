import { ChevronLeft } from 'lucide-react';
import { useReturnTo } from '@/components/hooks/use-return-to';
import { ButtonLink } from './link';

/** Link beside the title, back to the list with its search and filters. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <ButtonLink
      href={useReturnTo(to)}
      aria-label={label}
      title={label}
      variant="ghost"
      size="icon"
      className="-ml-2 print:hidden"
    >
      <ChevronLeft aria-hidden className="text-muted" />
    </ButtonLink>
  );
}
