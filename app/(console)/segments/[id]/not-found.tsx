import { Tags } from 'lucide-react';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

export default function SegmentNotFound() {
  return (
    <EmptyState
      icon={Tags}
      heading="h1"
      title="Segment not found"
      actions={
        <Link href="/segments" className={buttonClasses({ variant: 'primary' })}>
          Go to segments
        </Link>
      }
    >
      It may have been deleted, or the address may be wrong.
    </EmptyState>
  );
}
