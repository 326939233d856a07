import { Combobox } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import { SegmentChip } from '@/components/ui/segment-chip';

/** A selected segment; Backspace, Delete or its cross removes it. */
export function SelectedChip({ title, color }: { title: string; color: string | null }) {
  return (
    <Combobox.Chip aria-label={title} className="flex max-w-full rounded-sm">
      <SegmentChip title={title} color={color} className="h-6! max-w-full! pr-0">
        <Combobox.ChipRemove
          aria-label={`Remove ${title}`}
          className="-ml-1.5 flex size-6 shrink-0 items-center justify-center rounded-sm text-inherit hover:bg-black/15"
        >
          <X aria-hidden className="size-3" />
        </Combobox.ChipRemove>
      </SegmentChip>
    </Combobox.Chip>
  );
}
