import { Users } from 'lucide-react';
import { ButtonLink } from '@/components/ui/link';

/** A link beside a company, which leads to the list of its people. */
export function PeopleLink({ company }: { company: string }) {
  const label = `People at ${company}`;
  return (
    <ButtonLink
      href={`/contacts?${new URLSearchParams({ company })}`}
      aria-label={label}
      title={label}
      variant="ghost"
      size="icon"
    >
      <Users aria-hidden className="text-muted" />
    </ButtonLink>
  );
}
