import type { Organization } from '@/lib/staff/staff';

/** The logo of an organization, or the program's own. */
export function Mark({ logo = null }: { logo?: string | null }) {
  const src = logo && `/data/logo?version=${logo}`;
  // oxlint-disable-next-line nextjs/no-img-element -- small, and made to size
  if (src) return <img src={src} alt="" className="size-5 shrink-0 rounded-sm object-contain" />;
  return (
    <svg viewBox="0 0 32 32" aria-hidden className="size-5 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="fill-accent-ink stroke-accent-ink" strokeWidth="2.6" strokeLinecap="round">
        <path d="M14 9.5h9M14 16h9M14 22.5h6" />
        <circle cx="9" cy="9.5" r=".8" />
        <circle cx="9" cy="16" r=".8" />
        <circle cx="9" cy="22.5" r=".8" />
      </g>
    </svg>
  );
}

/** The program's mark and name, or those of an organization. */
export function Wordmark({ organization }: { organization?: Pick<Organization, 'name' | 'logo'> }) {
  return (
    <span className="flex h-9 min-w-0 items-center gap-2 px-2 text-base font-semibold">
      <Mark logo={organization?.logo} />
      <bdi className="truncate">{organization?.name ?? 'Roster'}</bdi>
    </span>
  );
}
