import type { ReactNode } from 'react';

/** A titled part beside the details of a contact. */
export function RecordPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h2 className="text-sm font-medium">{title}</h2>
      {children}
    </section>
  );
}
