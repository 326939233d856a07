import { buttonClasses } from '@/components/ui/button';
import type { Company } from '@/lib/staff/staff';

/** Signs in with a company's account. */
export function CompanyButtons({ companies, next }: { companies: readonly Company[]; next: string }) {
  return (
    <div className="flex flex-col gap-2">
      {companies.map(({ id, name }) => (
        // Not a `Link`: the address leads away.
        <a
          key={id}
          href={`/sign-in/company/${id}?${new URLSearchParams({ next })}`}
          className={buttonClasses()}
        >
          Continue with {name}
        </a>
      ))}
    </div>
  );
}
