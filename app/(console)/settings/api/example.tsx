'use client';

import { Copy } from 'lucide-react';
import { copyText } from '@/components/ui/copy-text';
import { IconButton } from '@/components/ui/icon-button';

/** Code with a copy button. */
export function Example({ label, text }: { label: string; text: string }) {
  return (
    <div className="relative">
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-96 overflow-auto rounded-lg border border-line bg-surface p-3 pr-12 font-mono text-sm"
      >
        {text}
      </pre>
      <IconButton
        icon={Copy}
        variant="secondary"
        size="icon-sm"
        label={`Copy: ${label}`}
        title="Copy"
        onClick={() => void copyText(text, 'the example')}
        className="absolute top-2 right-2"
      />
    </div>
  );
}
