'use client';

import Link from 'next/link';
import type { Ref } from 'react';
import { useService } from '@/app/(console)/service-provider';
import { FormAlert } from '@/components/form/form-alert';

/** The contact that was edited is no longer there; how to have it back. */
export function GoneAlert({ ref }: { ref?: Ref<HTMLDivElement> }) {
  const { lacking } = useService();
  return (
    <FormAlert ref={ref} title="This contact has been deleted meanwhile. Nothing was saved.">
      {lacking.restoreContacts ? (
        <p>
          This service has no trash.{' '}
          <Link href="/contacts/new" target="_blank" className="text-accent underline">
            Add it anew
          </Link>{' '}
          if it is still needed.
        </p>
      ) : (
        <p>
          Restore it from the{' '}
          <Link href="/contacts/trash" target="_blank" className="text-accent underline">
            trash
          </Link>
          , then save again.
        </p>
      )}
    </FormAlert>
  );
}
