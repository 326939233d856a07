'use client';

import Link from 'next/link';
import type { Ref } from 'react';
import { useCapabilities } from '@/app/(console)/service-provider';
import { FormAlert } from '@/components/form/form-alert';

/** The contact that was edited is no longer there; how to have it back. */
export function GoneAlert({ ref }: { ref?: Ref<HTMLDivElement> }) {
  const can = useCapabilities();
  return (
    <FormAlert ref={ref} title="This contact has been deleted meanwhile. Nothing was saved.">
      {can.restoreContacts ? (
        <p>
          Restore it from the{' '}
          <Link href="/contacts/trash" target="_blank" className="text-accent underline">
            trash
          </Link>
          , then save again.
        </p>
      ) : null}
    </FormAlert>
  );
}
