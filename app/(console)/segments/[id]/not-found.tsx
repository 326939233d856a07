import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageMessage } from '@/components/ui/page-message';

export default function SegmentNotFound() {
  return (
    <PageMessage
      picture="gap"
      title="Segment not found"
      actions={
        <Link href="/segments" className={buttonClasses({ variant: 'primary' })}>
          Go to segments
        </Link>
      }
    >
      It may have been deleted, or the address may be wrong.
    </PageMessage>
  );
}
