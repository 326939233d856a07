import { ShownOnce } from '@/components/form/shown-once';

/** Shows a signing secret once, to be copied. */
export function ShownSecret({ title, secret, onClose }: { title: string; secret: string; onClose(): void }) {
  return (
    <ShownOnce
      title={title}
      description="The receiver verifies messages with this secret (Standard Webhooks). Copy it now. It will not be shown again."
      label="Signing secret"
      value={secret}
      onClose={onClose}
    />
  );
}
