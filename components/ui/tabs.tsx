import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface TabListProps<Value extends string> {
  /** Accessible name. */
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
}

/** The tabs of a page, within `Tabs.Root`; arrow keys move, and activate. */
export function TabList<Value extends string>({ label, tabs }: TabListProps<Value>) {
  return (
    <Tabs.List
      aria-label={label}
      activateOnFocus
      className="mb-2 flex shrink-0 gap-4 overflow-x-auto overflow-y-hidden border-b border-line px-4 md:mb-4 md:px-6 print:hidden"
    >
      {tabs.map(({ value, label }) => (
        <Tabs.Tab
          key={value}
          value={value}
          className="flex h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted hover:text-ink data-active:border-accent data-active:text-ink forced-colors:border-[Canvas]"
        >
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
