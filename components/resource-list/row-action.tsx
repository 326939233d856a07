import type { LucideIcon } from 'lucide-react';
import { Button } from '@/components/ui/button';

interface RowActionProps {
  icon: LucideIcon;
  /** "Edit" */
  label: string;
  /** Name of the row, for the accessible name. */
  name: string;
  onClick(): void;
  tone?: string;
}

export function RowAction({ icon: Icon, label, name, onClick, tone = 'text-muted' }: RowActionProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={`${label} ${name}`} title={label} onClick={onClick}>
      <Icon aria-hidden className={tone} />
    </Button>
  );
}
