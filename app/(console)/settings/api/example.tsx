'use client';

import { Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';

/** Code to copy. `label`: what it is. */
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
      <Button
        size="icon-sm"
        aria-label={`Copy: ${label}`}
        title="Copy"
        onClick={() => void copyText(text, 'the example')}
        className="absolute top-2 right-2"
      >
        <Copy aria-hidden className="text-muted" />
      </Button>
    </div>
  );
}
