import type { Ref } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorText } from '@/components/ui/error-text';
import { FormAlert } from '@/components/ui/form-alert';
import { KEPT, OUTDATED_KEPT } from './use-contract-form';

interface FormRefusalProps {
  /** The form's root error. Its type is an error code, `temporary` or `OUTDATED_KEPT`. */
  error: { type?: string | number; message?: string } | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** Says why the form was not saved, with a Retry button for temporary errors. */
export function FormRefusal({ error, ref }: FormRefusalProps) {
  if (!error?.message) return null;
  const { type = '', message } = error;
  const isKept = type === OUTDATED_KEPT;
  const code = isKept ? 'OUTDATED' : String(type);
  return (
    <FormAlert
      ref={ref}
      title={<ErrorText error={{ code, message }} after={isKept ? ` ${KEPT}` : undefined} />}
    >
      {type === 'temporary' ? (
        <div>
          <Button type="submit" size="sm">
            Retry
          </Button>
        </div>
      ) : null}
    </FormAlert>
  );
}
