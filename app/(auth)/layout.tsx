import type { ReactNode } from 'react';
import { Wordmark } from '@/components/ui/wordmark';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center gap-4 bg-surface px-4 pt-[15vh] pb-8">
      <Wordmark />
      <div className="flex w-full max-w-90 flex-col gap-5 rounded-lg border border-line bg-raised p-6 shadow-xs">
        {children}
      </div>
    </main>
  );
}
