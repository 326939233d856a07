'use client';

import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { FormProblem } from '../form-problem';
import { joinSignedIn } from './join-actions';

/** Join button for an invited person who is signed in. */
export function JoinSignedIn({ code }: { code: string }) {
  const [{ error }, action, pending] = useActionState(joinSignedIn, { values: {} });
  return (
    <form action={action} className="flex flex-col gap-4">
      <FormProblem>{pending ? undefined : error?.message}</FormProblem>
      <input type="hidden" name="code" value={code} />
      <Button type="submit" variant="primary" pending={pending}>
        Join
      </Button>
    </form>
  );
}
