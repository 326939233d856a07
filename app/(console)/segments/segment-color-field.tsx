import { useId } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SegmentChip } from '@/components/ui/segment-chip';
import { segmentPalette } from '@/lib/contract/segment';

/** Accessible names of the palette. */
const colorNames: Record<(typeof segmentPalette)[number], string> = {
  '#2563eb': 'Blue',
  '#0891b2': 'Cyan',
  '#0d9488': 'Teal',
  '#16a34a': 'Green',
  '#65a30d': 'Lime',
  '#ca8a04': 'Yellow',
  '#ea580c': 'Orange',
  '#dc2626': 'Red',
  '#db2777': 'Pink',
  '#c026d3': 'Magenta',
  '#7c3aed': 'Violet',
  '#475569': 'Slate',
};

interface SegmentColorFieldProps {
  value: string;
  onChange(color: string): void;
  title: string;
  error: string | undefined;
}

/** Picks a color of the palette or any other, with a preview chip. */
export function SegmentColorField({ value, onChange, title, error }: SegmentColorFieldProps) {
  const name = useId();
  const color = value.trim().toLowerCase();
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Color</legend>
        <div className="grid w-fit grid-cols-6 gap-2 p-0.5 sm:grid-cols-12">
          {segmentPalette.map((one) => (
            <input
              key={one}
              type="radio"
              name={name}
              title={colorNames[one]}
              aria-label={colorNames[one]}
              checked={color === one}
              onChange={() => onChange(one)}
              style={{ backgroundColor: one }}
              className="size-6 appearance-none rounded-full ring-offset-2 ring-offset-raised forced-color-adjust-none checked:ring-2 checked:ring-ink focus-visible:outline-offset-4"
            />
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Hex" error={error}>
          <Input
            value={value}
            onChange={(event) => onChange(event.target.value)}
            placeholder="#2563eb"
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
          />
        </Field>
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-sm font-medium">Preview</p>
          <div className="flex h-8 min-w-0 items-center">
            <SegmentChip
              title={title.trim() || 'Segment'}
              color={/^#[0-9a-f]{6}$/.test(color) ? color : null}
            />
          </div>
        </div>
      </div>
    </div>
  );
}
