import {
  type DragEvent,
  type KeyboardEvent,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import type { Display } from './table-view';

export interface ColumnListProps {
  /** Columns that can be hidden. */
  columns: readonly { id: string; label: string }[];
  /** Ids of the shown columns in their order. */
  shown: readonly string[];
  /** Ids of the columns shown by default. */
  defaults: readonly string[];
  onChange(values: Partial<Display>): void;
  /** Changes the width of a column, `null` to its default. */
  onWidth(id: string, width: number | null): void;
}

/** Pixels that a key or a button adds to the width of a column. */
const STEP = 16;

/** All columns in their order, to show, hide, move and resize them by pointer or keys. */
export function ColumnList({ columns, shown, defaults, onChange, onWidth }: ColumnListProps) {
  const ids = columns.map(({ id }) => id);
  const labels = new Map(columns.map(({ id, label }) => [id, label]));
  // A column that is hidden keeps its place while the menu is open.
  const [order, setOrder] = useState([...shown, ...ids.filter((id) => !shown.includes(id))]);
  // Ticks at once, while the table follows in a transition.
  const [ticked, setTicked] = useState(shown);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announced, setAnnounced] = useState('');
  // The browser takes the focus from an element that moves.
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    focused.current?.focus();
    focused.current = null;
  });

  function show(all: string[], chosen = ticked) {
    setTicked(chosen);
    startTransition(() => onChange({ columns: all.filter((id) => chosen.includes(id)) }));
  }
  function place(id: string, index: number) {
    const next = order.filter((each) => each !== id).toSpliced(index, 0, id);
    setOrder(next);
    return next;
  }
  function move(id: string, by: number) {
    const index = order.indexOf(id) + by;
    if (index < 0 || index >= order.length) return;
    focused.current = document.activeElement as HTMLElement | null;
    show(place(id, index));
    setAnnounced(`${labels.get(id)}: ${index + 1} of ${order.length}`);
  }
  function resize(id: string, by: number) {
    const width = document.querySelector<HTMLElement>(`th[data-column="${CSS.escape(id)}"]`)?.offsetWidth;
    if (!width) return;
    onWidth(id, width + by);
    setAnnounced(`${labels.get(id)}: ${width + by} pixels wide`);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, id: string) {
    const vertical = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const horizontal = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (vertical && event.altKey) move(id, vertical);
    else if (vertical) {
      const boxes = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])];
      boxes[boxes.indexOf(event.currentTarget) + vertical]?.focus();
    } else if (horizontal && !event.altKey) resize(id, horizontal * STEP);
    else return;
    event.preventDefault();
  }
  const onDragOver = (event: DragEvent, id: string) => {
    if (!dragged) return;
    event.preventDefault();
    if (dragged !== id) place(dragged, order.indexOf(id));
  };
  return (
    <div className="flex min-h-52 flex-col border-t border-line pt-2">
      <div className="flex items-center justify-between">
        <h3 className="text-sm font-medium">Columns</h3>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            setOrder(ids);
            setTicked(defaults);
            startTransition(() => onChange({ columns: null, widths: {} }));
          }}
        >
          Reset
        </Button>
      </div>
      <ul
        aria-label="Columns"
        // Ends with half a row, which shows that it scrolls.
        className="fading-end -mx-1 max-h-[calc(round(down,min(60vh,100vh-24rem),2rem)-1rem)] overflow-y-auto overscroll-contain"
      >
        {order.map((id) => (
          <li
            key={id}
            draggable
            onDragStart={() => setDragged(id)}
            onDragOver={(event) => onDragOver(event, id)}
            onDragEnd={() => {
              setDragged(null);
              show(order);
            }}
            data-dragged={dragged === id || undefined}
            className="group flex min-h-8 items-center rounded-md px-1 focus-within:bg-hover hover:bg-hover data-dragged:opacity-50"
          >
            {/* Six dots. Drawn and written, because icons would be most of what the browser has to style. */}
            <span className="mx-1 h-3.75 w-2.5 shrink-0 cursor-grab bg-[radial-gradient(var(--control)_1px,transparent_1.5px)] bg-size-[0.3125rem_0.3125rem] forced-color-adjust-none" />
            <label className="flex min-w-0 flex-1 items-center gap-1 text-sm">
              <Checkbox
                checked={ticked.includes(id)}
                onChange={({ target }) =>
                  show(order, target.checked ? [...ticked, id] : ticked.filter((each) => each !== id))
                }
                onKeyDown={(event) => onKeyDown(event, id)}
              />
              <span dir="auto" className="truncate">
                {labels.get(id)}
              </span>
            </label>
            <span className="flex pointer-fine:not-group-hover:not-group-focus-within:opacity-0">
              {ticked.includes(id) && (
                <ColumnTool sign="−" label={`Narrow ${labels.get(id)}`} onClick={() => resize(id, -STEP)} />
              )}
              {ticked.includes(id) && (
                <ColumnTool sign="+" label={`Widen ${labels.get(id)}`} onClick={() => resize(id, STEP)} />
              )}
              <ColumnTool sign="↑" label={`Move ${labels.get(id)} up`} onClick={() => move(id, -1)} />
              <ColumnTool sign="↓" label={`Move ${labels.get(id)} down`} onClick={() => move(id, 1)} />
            </span>
          </li>
        ))}
      </ul>
      <p className="pt-1 text-xs text-muted">Alt+↑↓ moves a column, ←→ changes its width.</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </div>
  );
}

interface ColumnToolProps {
  sign: string;
  label: string;
  onClick(): void;
}

/** A small button of a column, out of the Tab order because keys do the same on the checkbox. */
const ColumnTool = ({ sign, label, onClick }: ColumnToolProps) => (
  <Button
    variant="ghost"
    size="icon-xs"
    tabIndex={-1}
    aria-label={label}
    title={label}
    onClick={onClick}
    className="text-muted!"
  >
    {sign}
  </Button>
);
