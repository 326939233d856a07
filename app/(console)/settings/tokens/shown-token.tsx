import { ShownOnce } from '@/components/form/shown-once';
import type { CreatedToken } from '@/lib/contract/token';

/** Shows a new token once. */
export function ShownToken({ created, onClose }: { created: CreatedToken; onClose(): void }) {
  return (
    <ShownOnce
      title={`Token ${created.name} created`}
      description="Copy it now. It will not be shown again."
      label="Token"
      value={created.token}
      onClose={onClose}
    />
  );
}
