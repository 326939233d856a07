import { TriangleAlert } from 'lucide-react';

/** Warns admins before the disk is full. `free`: free bytes, or `null` if there are enough. */
export function DiskNotice({ free }: { free: number | null }) {
  if (free === null) return null;
  const left = free < 1e9 ? `${Math.round(free / 1e6)} MB` : `${(free / 1e9).toFixed(1)} GB`;
  return (
    <div
      role="status"
      className="flex items-start gap-2.5 border-b border-warning/40 bg-warning-soft px-4 py-2 text-sm md:px-6"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <p className="min-w-0">
        <strong className="font-medium">The server has {left} of disk space left.</strong> Free some space
        before changes can no longer be saved.
      </p>
    </div>
  );
}
