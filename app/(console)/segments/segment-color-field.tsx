'use client';

import { Check } from 'lucide-react';
import { useId } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { contrast, readableTextOn } from '@/components/ui/readable-text';
import { SegmentChip } from '@/components/ui/segment-chip';
import { segmentPalette } from '@/lib/contract/segment';

/** Names of the palette, for those who cannot see it. */
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
  /** For the preview. */
  title: string;
  error: string | undefined;
}

/** A color of the palette or any other, with the chip as it will look. */
export function SegmentColorField({ value, onChange, title, error }: SegmentColorFieldProps) {
  const name = useId();
  const color = value.trim().toLowerCase();
  const valid = /^#[0-9a-f]{6}$/.test(color);
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Color</legend>
        <div className="grid w-fit grid-cols-6 gap-1.5 sm:grid-cols-12">
          {segmentPalette.map((one) => (
            <label
              key={one}
              title={colorNames[one]}
              style={{ backgroundColor: one }}
              className="relative flex size-7 items-center justify-center rounded-md ring-1 ring-control ring-inset forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                className="absolute inset-0 size-full opacity-0"
                aria-label={colorNames[one]}
                checked={color === one}
                onChange={() => onChange(one)}
              />
              {color === one ? (
                <Check aria-hidden className="size-4" style={{ color: readableTextOn(one) }} />
              ) : null}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Hex" error={error} description={error ? undefined : 'Any other color, as #rrggbb.'}>
          <Input
            value={value}
            onChange={(event) => onChange(event.target.value)}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
          />
        </Field>
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-sm font-medium">Preview</p>
          <div className="flex h-8 min-w-0 items-center">
            <SegmentChip title={title.trim() || 'Segment'} color={valid ? color : null} />
          </div>
          <p className="text-sm text-muted">
            {valid
              ? `${readableTextOn(color) === '#ffffff' ? 'White' : 'Black'} text, contrast ${contrastInWords(color)}`
              : 'No color yet'}
          </p>
        </div>
      </div>
    </div>
  );
}

function contrastInWords(color: string): string {
  return `${(Math.floor(contrast(color, readableTextOn(color)) * 10) / 10).toFixed(1)}:1`;
}
