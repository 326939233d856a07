'use client';

import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CreatedSegment } from '@/app/(console)/segments/use-create-segment';
import type { ContactValues } from './contact-form-values';

export interface MadeSegments {
  /** Makes a segment and picks it; says why not where it could not. Absent for those who may not. */
  make?(title: string): Promise<string | null>;
  /** Waits for the one on its way, if there is one: what is saved then has it. False where it could not be made. */
  settled(): Promise<boolean>;
}

/** Segments that are made in place, while the form goes on. */
export function useMadeSegments(
  form: UseFormReturn<ContactValues>,
  create: ((title: string) => Promise<CreatedSegment>) | undefined,
): MadeSegments {
  const onItsWay = useRef<Promise<string | null>>(null);

  async function pick(creating: Promise<CreatedSegment>): Promise<string | null> {
    const created = await creating;
    onItsWay.current = null;
    if (!created.ok) return created.message;
    // Beside those that were picked while it was being made.
    const others = form.getValues('segmentIds').filter((id) => id !== created.segment.id);
    form.setValue('segmentIds', [...others, created.segment.id]);
    return null;
  }

  return {
    make: create && ((title) => (onItsWay.current = pick(create(title)))),
    settled: async () => (await onItsWay.current) === null,
  };
}
