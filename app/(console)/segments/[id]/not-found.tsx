import { NotFoundMessage } from '@/app/page-not-found';

export default function SegmentNotFound() {
  return <NotFoundMessage what="Segment" href="/segments" />;
}
