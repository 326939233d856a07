import { LogOut, UserRound } from 'lucide-react';
import { useTheme } from 'next-themes';
import { type ReactElement, useTransition } from 'react';
import { leavePage } from '@/components/hooks/leave-page';
import { Link } from '@/components/ui/link';
import * as Menu from '@/components/ui/menu';
import { signOut } from '../(auth)/auth-actions';

export interface AccountMenuProps {
  name: string;
  email: string;
  role: string;
}

/** Menu with the profile, the theme and sign-out, open once mounted. */
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
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Popup align="start" side="top" landmark="rail" className="w-54">
        <div className="px-2 py-1.5">
          <p className="truncate text-sm font-medium">{shown}</p>
          <p className="truncate text-xs text-muted">
            {email} · <span className="capitalize">{role}</span>
          </p>
        </div>
        <Menu.Separator />
        <Menu.Item render={<Link href="/settings/profile" />}>
          <UserRound aria-hidden className="text-muted" />
          Profile
        </Menu.Item>
        <Menu.Separator />
        <Menu.Group>
          <Menu.Label>Theme</Menu.Label>
          {/* In a transition, so that the menu responds before the whole page changes its colors. */}
          <Menu.RadioGroup
            value={theme ?? 'system'}
            onValueChange={(next: string) => startTransition(() => setTheme(next))}
          >
            <Menu.RadioItem value="light">Light</Menu.RadioItem>
            <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
            <Menu.RadioItem value="system">System</Menu.RadioItem>
          </Menu.RadioGroup>
        </Menu.Group>
        <Menu.Separator />
        <Menu.Item onClick={() => leavePage(() => startTransition(() => signOut()))}>
          <LogOut aria-hidden className="text-muted" />
          Sign out
        </Menu.Item>
      </Menu.Popup>
    </Menu.Root>
  );
}
