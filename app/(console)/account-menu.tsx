import { LogOut } from 'lucide-react';
import { useTheme } from 'next-themes';
import { type ReactElement, useTransition } from 'react';
import { leavePage } from '@/components/hooks/leave-page';
import {
  Menu,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuPopup,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '@/components/ui/menu';
import { signOut } from '../(auth)/auth-actions';

export interface AccountMenuProps {
  name: string;
  email: string;
  role: string;
}

export default function AccountMenu({
  trigger,
  name,
  email,
  role,
}: AccountMenuProps & { trigger: ReactElement }) {
  const { theme, setTheme } = useTheme();
  const [, startTransition] = useTransition();
  const shown = name || email;
  return (
    <Menu defaultOpen>
      <MenuTrigger render={trigger} />
      <MenuPopup align="start" side="top" landmark="rail" className="w-56">
        <div className="px-2 py-1.5">
          <p className="truncate text-sm font-medium">{shown}</p>
          <p className="truncate text-xs text-muted">
            {email} · {role}
          </p>
        </div>
        <MenuSeparator />
        <MenuGroup>
          <MenuLabel>Theme</MenuLabel>
          {/* A transition: the menu answers before the whole page changes its colors. */}
          <MenuRadioGroup
            value={theme ?? 'system'}
            onValueChange={(next: string) => startTransition(() => setTheme(next))}
          >
            <MenuRadioItem value="light">Light</MenuRadioItem>
            <MenuRadioItem value="dark">Dark</MenuRadioItem>
            <MenuRadioItem value="system">System theme</MenuRadioItem>
          </MenuRadioGroup>
        </MenuGroup>
        <MenuSeparator />
        <MenuItem onClick={() => leavePage(() => startTransition(() => signOut()))}>
          <LogOut aria-hidden className="text-muted" />
          Sign out
        </MenuItem>
      </MenuPopup>
    </Menu>
  );
}
