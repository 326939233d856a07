import { BackLink } from '@/components/ui/back-link';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';
import { contactFields } from '@/lib/contract/contact';

export function ContactSkeleton() {
  return (
    <div className="max-w-[67.5rem]">
      <PageHeader
        back={<BackLink to="/contacts" label="Back to contacts" />}
        title={
          <>
            <span className="sr-only">Contact</span>
            <Skeleton className="my-2 w-48" />
          </>
        }
        description={<Skeleton className="my-1 w-32" />}
      />
      <p role="status" className="sr-only">
        Loading the contact …
      </p>
      <div className="grid gap-x-10 px-4 md:px-6 xl:grid-cols-[minmax(0,42rem)_minmax(0,20rem)]">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {contactFields.map((field) => (
            <div key={field} className="flex flex-col gap-1">
              <Skeleton className="my-1 w-20" />
              <Skeleton className="h-8 rounded-md" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
