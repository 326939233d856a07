import { ChevronDown } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { type ActivityState, actorKinds, kinds } from '@/components/activity/activity-state';
import { FindContact } from '@/components/contacts/find-contact';
import { useRead } from '@/components/hooks/use-read';
import { formatDays } from '@/components/text/days';
import { formatPhone } from '@/components/text/phone';
import { shortName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { DayFields } from '@/components/ui/day-fields';
import { FilterPill, FilterPillFace } from '@/components/ui/filter-pill';
import * as Menu from '@/components/ui/menu';
import { Popover, PopoverPopup, PopoverTrigger } from '@/components/ui/popover';

interface FiltersProps {
  state: ActivityState;
  contactName: string | undefined;
  actorName: string | undefined;
  onChange(state: Partial<ActivityState>): void;
}

const toChoices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Filters by actor, kind of change, contact and time. Reads the actors only once needed. */
export function ActivityFilters({ state, contactName, actorName = 'someone else', onChange }: FiltersProps) {
  const { by, kind, contact } = state;
  const [asked, setAsked] = useState(by !== '' && !(by in actorKinds));
  const { data: actors = [] } = useRead('listActors', {}, { enabled: asked });
  const toGroup = (label: string, actorKind: 'staff' | 'token') => {
    const choices = actors
      .filter((actor) => actor.kind === actorKind)
      .map(({ id, name }) => ({ value: id ?? '', label: shortName(name) }));
    return choices.length > 0 ? [{ label, choices }] : [];
  };
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      <MenuFilter
        label="By"
        any="Anyone"
        value={by}
        otherwise={shortName(actorName)}
        groups={[
          { choices: toChoices(actorKinds) },
          ...toGroup('People', 'staff'),
          ...toGroup('API tokens', 'token'),
        ]}
        onChange={(value) => onChange({ by: value })}
        onOpen={() => setAsked(true)}
      />
      <MenuFilter
        label="Change"
        any="Any change"
        verb="is"
        value={kind ?? ''}
        groups={[{ choices: toChoices(kinds) }]}
        onChange={(value) => onChange({ kind: (value || null) as ActivityState['kind'] })}
      />
      <ContactFilter
        words={contact && `is ${formatPhone(contactName ?? 'one')}`}
        onChange={(id) => onChange({ contact: id })}
      />
      <TimeFilter state={state} onChange={onChange} />
    </div>
  );
}

/** Filter by a contact, found by search. `words`: the chosen one; blank for none. */
function ContactFilter({ words, onChange }: { words: string; onChange(id: string): void }) {
  const [open, setOpen] = useState(false);
  return (
    <FilterTrigger label="Contact" any="Any contact" words={words} onClear={() => onChange('')}>
      {(trigger) => (
        <Popover open={open} onOpenChange={setOpen}>
          <PopoverTrigger render={trigger} />
          <PopoverPopup aria-label="Filter by contact" className="flex w-72 flex-col gap-1 p-2">
            <FindContact
              onFound={(id) => {
                onChange(id);
                setOpen(false);
              }}
            />
          </PopoverPopup>
        </Popover>
      )}
    </FilterTrigger>
  );
}

/** Filter by first and last day. */
function TimeFilter({ state: { from, to }, onChange }: Pick<FiltersProps, 'state' | 'onChange'>) {
  return (
    <FilterTrigger
      label="Time"
      any="Any time"
      words={formatDays(from, to)}
      onClear={() => onChange({ from: '', to: '' })}
    >
      {(trigger) => (
        <Popover>
          <PopoverTrigger render={trigger} />
          <PopoverPopup aria-label="Filter by time" className="flex w-60 flex-col gap-3 p-3">
            <DayFields
              from={from}
              to={to}
              onFrom={(day) => onChange({ from: day })}
              onTo={(day) => onChange({ to: day })}
            />
          </PopoverPopup>
        </Popover>
      )}
    </FilterTrigger>
  );
}

interface FilterTriggerProps {
  label: string;
  /** Text of the button while nothing is chosen. */
  any: string;
  /** The choice in words; blank if nothing is chosen. */
  words: string;
  onClear(): void;
  children(trigger: ReactElement<Record<string, unknown>>): ReactNode;
}

/** A filter: a button, or a pill "By Ana ×" once something is chosen. */
function FilterTrigger({ label, any, words, onClear, children }: FilterTriggerProps) {
  if (!words)
    return children(
      <Button>
        {any} <ChevronDown aria-hidden className="text-muted" />
      </Button>,
    );
  return (
    <FilterPill remove={`Remove the filter ${label}`} onRemove={onClear}>
      {children(
        <FilterPillFace>
          {label} <bdi>{words}</bdi>
        </FilterPillFace>,
      )}
    </FilterPill>
  );
}

interface MenuFilterProps {
  label: string;
  any: string;
  /** Word between the label and the choice. */
  verb?: string;
  value: string;
  /** Label of a value that is not one of the choices. */
  otherwise?: string;
  groups: { label?: string; choices: { value: string; label: string }[] }[];
  onChange(value: string): void;
  onOpen?(): void;
}

/** A filter with a menu of grouped choices, of which `''` is none. */
function MenuFilter({
  label,
  any,
  verb = '',
  value,
  otherwise = '',
  groups,
  onChange,
  onOpen,
}: MenuFilterProps) {
  const chosen = groups.flatMap(({ choices }) => choices).find((choice) => choice.value === value);
  return (
    <FilterTrigger
      label={label}
      any={any}
      words={value && [verb, chosen?.label ?? otherwise].filter(Boolean).join(' ')}
      onClear={() => onChange('')}
    >
      {(trigger) => (
        <Menu.Root onOpenChange={(open) => open && onOpen?.()}>
          <Menu.Trigger render={trigger} />
          <Menu.Popup className="max-h-96 max-w-72 overflow-y-auto" aria-label={`Filter: ${label}`}>
            <Menu.RadioGroup value={value} onValueChange={onChange}>
              {groups.map((group, index) => (
                <div key={group.label ?? index} role="presentation">
                  {group.label ? (
                    <div className="px-2 py-1.5 text-xs font-medium text-muted">{group.label}</div>
                  ) : null}
                  {group.choices.map((choice) => (
                    <Menu.RadioItem key={choice.value} value={choice.value} closeOnClick>
                      <span dir="auto" className="truncate">
                        {choice.label}
                      </span>
                    </Menu.RadioItem>
                  ))}
                </div>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Root>
      )}
    </FilterTrigger>
  );
}
