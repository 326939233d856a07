'use client';

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Select } from '@/components/ui/select';
import type { PageMeta } from '@/lib/contract/page';
import { pageRange, pageSteps } from './page-steps';

interface PagingBarProps {
  meta: PageMeta | undefined;
  /** Rows on this page. */
  shown: number;
  /** They are of the state before: what follows them does not follow those that are on their way. */
  stale: boolean;
  size: number;
  sizes: readonly number[];
  onSize(size: number): void;
  onPage(page: number, cursor: string | null): void;
  /** Somebody is about to go there; a good moment to fetch it. */
  onApproach?(page: number, cursor: string | null): void;
  /** What is wrong with the rows. Here and not above them, so that none moves when it appears. */
  problem?: ReactNode;
}

/** Which rows these are, how many a page holds, and the way to the others. */
export function PagingBar({
  meta,
  shown,
  stale,
  size,
  sizes,
  onSize,
  onPage,
  onApproach,
  problem,
}: PagingBarProps) {
  const targets = meta ? pageSteps(meta) : null;
  const steps = [
    { label: 'First page', icon: ChevronFirst, target: targets?.first },
    { label: 'Previous page', icon: ChevronLeft, target: targets?.previous },
    { label: 'Next page', icon: ChevronRight, target: targets?.next },
    { label: 'Last page', icon: ChevronLast, target: targets?.last },
  ];
  const near = useRef<string | null>(null);
  const tell = () => {
    const target = steps.find(({ label }) => label === near.current)?.target;
    if (target && !stale) onApproach?.(...target);
  };
  const approach = (label: string | null) => {
    near.current = label;
    tell();
  };
  // Who has just gone to a page is still at the button, and may well go on.
  const goOn = useEffectEvent(tell);
  useEffect(() => {
    if (meta) goOn();
  }, [meta]);

  return (
    <nav
      aria-label="Pages"
      className="sticky bottom-[var(--foot,0px)] z-10 flex min-h-12 flex-wrap items-center justify-between gap-x-2 gap-y-1 border-t border-line bg-canvas px-4 py-2 text-xs text-muted md:static md:px-6 md:text-sm"
    >
      <div className={cn('flex items-center gap-3', problem && 'min-w-26 flex-1 basis-0')}>
        <p className={cn('shrink-0', problem && 'max-lg:hidden')}>
          {meta ? pageRange(meta, shown) : '\u00a0'}
        </p>
        {problem}
      </div>
      <div className="flex items-center gap-2 md:gap-3 print:hidden">
        <label className={cn('flex items-center gap-2', problem && 'max-[22rem]:hidden')}>
          <span className="max-sm:sr-only">Rows</span>
          <Select
            value={size}
            onChange={(event) => onSize(Number(event.target.value))}
            aria-label="Rows per page"
            className="w-18"
          >
            {sizes.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </Select>
        </label>
        <div className="flex items-center md:gap-1">
          {steps.map(({ label, icon: Icon, target }) => (
            <Button
              key={label}
              variant="ghost"
              size="icon"
              aria-label={label}
              title={label}
              // Not `disabled`: at the end of the list the focus stays where it is.
              aria-disabled={!target}
              onClick={() => target && !stale && onPage(...target)}
              onPointerEnter={() => approach(label)}
              onPointerLeave={() => approach(null)}
              onFocus={() => approach(label)}
              onBlur={() => approach(null)}
              className="aria-disabled:opacity-40 aria-disabled:hover:bg-transparent"
            >
              <Icon aria-hidden />
            </Button>
          ))}
        </div>
      </div>
    </nav>
  );
}
