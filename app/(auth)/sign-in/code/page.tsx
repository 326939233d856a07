import type { Metadata } from 'next';
import { safePath } from '../../safe-path';
import { CodeForm } from './code-form';

export const metadata: Metadata = { title: 'Two-factor sign-in' };

export default async function CodePage({ searchParams }: PageProps<'/sign-in/code'>) {
  const next = safePath((await searchParams).next);
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-lg font-semibold">Two-factor sign-in</h1>
        <p className="text-sm text-muted">
          Enter the code that your authenticator app shows, or a recovery code.
        </p>
      </div>
      <CodeForm next={next} />
    </>
  );
}
