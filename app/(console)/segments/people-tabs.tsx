import { Tabs } from '@base-ui/react/tabs';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { TabList } from '@/components/ui/tabs';

const parseTab = parseAsStringLiteral(['people', 'growth'])
  .withDefault('people')
  .withOptions({ history: 'push' });

interface PeopleTabsProps {
  /** Accessible name. */
  label: string;
  people: ReactNode;
  growthLabel: string;
  /** `null` if the service does not tell it. */
  growth: ReactNode;
}

/** A tab each for the contacts and, if the service tells it, the growth; otherwise the contacts alone. */
export function PeopleTabs({ label, people, growthLabel, growth }: PeopleTabsProps) {
  const [tab, setTab] = useQueryState('tab', parseTab);
  if (!growth) return people;
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => void setTab(value)}
      className="-mt-3 flex min-h-0 flex-1 flex-col"
    >
      <TabList
        label={label}
        tabs={[
          { value: 'people', label: 'People' },
          { value: 'growth', label: growthLabel },
        ]}
      />
      <Tabs.Panel value="people" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {people}
      </Tabs.Panel>
      <Tabs.Panel value="growth">{growth}</Tabs.Panel>
    </Tabs.Root>
  );
}
