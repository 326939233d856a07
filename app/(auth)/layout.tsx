import type { ReactNode } from 'react';

/** The frame of the pages before signing in. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-surface px-4 pt-[18vh] pb-8">
      <div className="flex w-full max-w-90 flex-col gap-5 rounded-lg border border-line bg-raised p-6 shadow-xs">
        {children}
      </div>
    </main>
  );
}
