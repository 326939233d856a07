export function Mark() {
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

export function Wordmark() {
  return (
    <span className="flex h-9 items-center gap-2 px-2 text-base font-semibold">
      <Mark />
      Roster
    </span>
  );
}
