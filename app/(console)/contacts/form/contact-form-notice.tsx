'use client';

import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import type { Identifier } from '@/lib/contract/conflict';
import type { Contact } from '@/lib/contract/contact';
import { ContactConflict } from './contact-form-conflict';
import { GoneAlert } from './contact-form-gone';
import type { Choice, FieldConflict } from './contact-form-merge';
import { MergePanel } from './contact-form-merge-panel';
import { OvertakenAlert } from './contact-form-overtaken';
import type { Notice } from './use-contact-form';

interface FormNoticeProps {
  notice: Notice | null;
  /** The contact that is edited; absent when creating. */
  current: Contact | undefined;
  /** Whether there is anything left to save. */
  dirty: boolean;
  onLeaveOut(field: Identifier): void;
  onChoose(conflict: FieldConflict, choice: Choice): void;
  ref?: Ref<HTMLDivElement>;
}

/** Why the last save was refused, and what can be done about it. */
export function FormNotice({ notice, current, dirty, onLeaveOut, onChoose, ref }: FormNoticeProps) {
  const { data: segments = [] } = useQuery(segmentListOptions());
  switch (notice?.kind) {
    case 'merge':
      return (
        <MergePanel
          ref={ref}
          before={notice.before}
          after={notice.after}
          conflicts={notice.conflicts}
          dirty={dirty}
          segments={segments}
          onChoose={onChoose}
        />
      );
    case 'conflict':
      return <ContactConflict ref={ref} owners={notice.owners} current={current} onLeaveOut={onLeaveOut} />;
    case 'overtaken':
      return <OvertakenAlert ref={ref} before={notice.before} now={notice.now} segments={segments} />;
    case 'gone':
      return <GoneAlert ref={ref} />;
    default:
      return null;
  }
}
