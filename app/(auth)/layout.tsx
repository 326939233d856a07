import type { ReactNode } from 'react';
import { RosterPicture } from '@/components/ui/roster-picture';
import { Wordmark } from '@/components/ui/wordmark';

/** A form with an introduction of the program beside it, below it on narrow screens, nowhere on phones. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-rows-[auto_minmax(0,1fr)] lg:grid-cols-2 lg:grid-rows-1">
      <div className="flex flex-col px-6 py-5 lg:px-10 lg:py-8">
        <span className="-ml-2">
          <Wordmark />
        </span>
        <div className="mx-auto flex w-full max-w-90 flex-col gap-6 py-10 lg:my-auto">{children}</div>
      </div>
      <div className="flex min-h-0 flex-col overflow-hidden border-line bg-surface px-6 pt-6 max-sm:hidden max-lg:min-h-44 max-lg:border-t lg:justify-center lg:gap-12 lg:border-l lg:px-[8vw] lg:py-16">
        <p className="max-w-md text-[2.5rem]/[3rem] font-semibold tracking-tight text-balance max-lg:hidden">
          Everyone you know, in good order.
        </p>
        <RosterPicture kind="full" count={7} />
      </div>
    </main>
  );
}
