'use client';

import type { Ref } from 'react';
import { FormAlert } from '@/components/form/form-alert';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { Segment } from '@/lib/contract/segment';
import { ChangeList } from './change-list';
import { overtakenBy } from './contact-verdict';

/** What the form said that saving does, where it said something, and what saving would do. */
export interface Overtaken {
  before: ContactPreview | null;
  now: ContactPreview;
}

interface OvertakenAlertProps extends Overtaken {
  segments: readonly Segment[];
  ref?: Ref<HTMLDivElement>;
}

/** Nothing was saved, because saving would not have done what the form said; says why. */
export function OvertakenAlert({ before, now, segments, ref }: OvertakenAlertProps) {
  const { what, changes } = overtakenBy(before, now, segments);
  return (
    <FormAlert ref={ref} tone="warning" title={`Nothing was saved yet. ${what}`}>
      <ChangeList changes={changes} />
      <p>Look at what saving will do now, then save again.</p>
    </FormAlert>
  );
}
