import { TriangleAlert } from 'lucide-react';
import { Notice } from '@/components/ui/notice';

/** Warns admins before the disk is full. `free`: free bytes, or `null` if there are enough. */
export function DiskNotice({ free }: { free: number | null }) {
  if (free === null) return null;
  const left = free < 1e9 ? `${Math.round(free / 1e6)} MB` : `${(free / 1e9).toFixed(1)} GB`;
  return (
    <Notice icon={TriangleAlert}>
      <strong className="font-medium">The server has {left} of disk space left.</strong> Free some space
      before changes can no longer be saved.
    </Notice>
  );
}
