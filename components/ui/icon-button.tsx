import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button';

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'aria-label'> {
  icon: LucideIcon;
  /** Accessible name. */
  label: string;
  iconClassName?: string;
}

/** A button with only an icon, and without a border by default. */
export function IconButton({ icon: Icon, label, iconClassName = 'text-muted', ...button }: IconButtonProps) {
  return (
    <Button variant="ghost" size="icon" {...button} aria-label={label}>
      {button.pending ? null : <Icon aria-hidden className={iconClassName} />}
    </Button>
  );
}
