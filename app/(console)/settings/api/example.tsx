'use client';

import { Copy } from 'lucide-react';
import { copyText } from '@/components/ui/copy-text';
import { IconButton } from '@/components/ui/icon-button';
import { JsonText } from '../json-text';

interface ExampleProps {
  label: string;
  /** Shown above the code: "JSON". */
  kind: string;
  text: string;
}

/** Code below a bar with its kind and a copy button. */
export const Example = ({ label, kind, text }: ExampleProps) => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    <div className="flex items-center justify-between border-b border-line py-0.5 pr-1 pl-3">
      <span className="text-xs font-medium text-muted">{kind}</span>
      <IconButton
        icon={Copy}
        size="icon-sm"
        label={`Copy: ${label}`}
        title="Copy"
        onClick={() => void copyText(text, 'the example')}
      />
    </div>
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-96 overflow-y-auto p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere -outline-offset-2!"
    >
      <JsonText text={text} />
    </pre>
  </div>
);
