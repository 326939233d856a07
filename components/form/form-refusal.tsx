import type { Ref } from 'react';
import { Button } from '@/components/ui/button';
import { FormAlert } from './form-alert';

interface FormRefusalProps {
  /** The form's root error. */
  error: { type?: string | number; message?: string } | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** Why the form was not saved, with Retry for temporary errors. */
export function FormRefusal({ error, ref }: FormRefusalProps) {
  if (!error?.message) return null;
  return (
    <FormAlert ref={ref} title={error.message}>
      {error.type === 'temporary' ? (
        <div>
          <Button type="submit" size="sm">
            Retry
          </Button>
        </div>
      ) : null}
    </FormAlert>
  );
}
