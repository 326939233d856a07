import { ShieldAlert } from 'lucide-react';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';

/** Shown if the person's role may not use the page. */
export default function Forbidden() {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <span className="flex size-10 items-center justify-center rounded-lg bg-hover text-muted">
        <ShieldAlert aria-hidden className="size-5" />
      </span>
      <div className="flex max-w-md flex-col gap-1">
        <h1 className="text-base font-semibold">You do not have access to this page</h1>
        <p className="text-base text-muted">Ask an admin for access.</p>
      </div>
      <Link href="/contacts" className={buttonClasses()}>
        Go to contacts
      </Link>
    </div>
  );
}
