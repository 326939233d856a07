'use client';

import { ChevronsUpDown, LogOut } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useTransition } from 'react';
import { signOut } from '@/app/(auth)/sign-out';
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

interface AccountMenuProps {
  name: string;
  email: string;
  role: string;
}

/** Who is signed in, the theme, and the way out. */
export function AccountMenu({ name, email, role }: AccountMenuProps) {
  const { theme, setTheme } = useTheme();
  const [, startTransition] = useTransition();
  const shown = name || email;
  return (
    <Menu>
      <MenuTrigger className="flex h-9 items-center gap-2 rounded-md px-2 text-left hover:bg-hover data-popup-open:bg-hover md:w-full">
        <span
          aria-hidden
          className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
        >
          {initialOf(shown)}
        </span>
        <span className="sr-only">Account: </span>
        <span className="min-w-0 flex-1 truncate text-sm font-medium max-md:sr-only">{shown}</span>
        <ChevronsUpDown aria-hidden className="hidden size-4 shrink-0 text-muted md:block" />
      </MenuTrigger>
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
          <MenuRadioGroup value={theme ?? 'system'} onValueChange={setTheme}>
            <MenuRadioItem value="light">Light</MenuRadioItem>
            <MenuRadioItem value="dark">Dark</MenuRadioItem>
            <MenuRadioItem value="system">As the system</MenuRadioItem>
          </MenuRadioGroup>
        </MenuGroup>
        <MenuSeparator />
        <MenuItem onClick={() => startTransition(() => signOut())}>
          <LogOut aria-hidden className="text-muted" />
          Sign out
        </MenuItem>
      </MenuPopup>
    </Menu>
  );
}

function initialOf(text: string): string {
  return (text.match(/\p{L}|\p{N}/u)?.[0] ?? '?').toUpperCase();
}
