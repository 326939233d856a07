'use client';

import type { Ref } from 'react';
import { FormAlert } from '@/components/form/form-alert';
import type { Segment } from '@/lib/contract/segment';
import type { ContactVerdict } from '@/lib/contract/verdict';
import { ChangeList } from './change-list';
import { overtakenBy } from './contact-verdict';

/** What saving was going to do, and what it would do by now. */
export interface Overtaken {
  before: ContactVerdict;
  now: ContactVerdict;
}

interface OvertakenAlertProps extends Overtaken {
  segments: readonly Segment[];
  ref?: Ref<HTMLDivElement>;
}

/** Nothing was saved, because saving would no longer have done what the form said; says what came in between. */
export function OvertakenAlert({ before, now, segments, ref }: OvertakenAlertProps) {
  const { what, changes } = overtakenBy(before, now, segments);
  return (
    <FormAlert ref={ref} tone="warning" title={`Nothing was saved yet. ${what}`}>
      <ChangeList changes={changes} />
      <p>Look at what saving will do now, then save again.</p>
    </FormAlert>
  );
}
