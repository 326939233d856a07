'use client';

import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { AlertDialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { CreatedToken } from '@/lib/contract/token';

/** Shows a new token once; a click outside does not close the dialog. */
export function ShownToken({ created, onClose }: { created: CreatedToken; onClose(): void }) {
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(created.token);
      setCopied(true);
    } catch {
      // No clipboard on an insecure origin: select it, so that Ctrl+C copies it.
      input.current?.select();
    }
  }

  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Token ${created.name} created`}
      description="Copy it now. It will not be shown again."
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        {/* Shown in full, for copying by hand. */}
        <Field label="Token">
          <Textarea
            ref={input}
            readOnly
            rows={2}
            value={created.token}
            className="field-sizing-content font-mono text-sm! break-all"
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
        <div className="flex items-center gap-3">
          <Button onClick={copy}>
            {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
            Copy
          </Button>
          <p role="status" className="text-sm text-muted">
            {copied ? 'Copied.' : ''}
          </p>
        </div>
      </div>
    </AlertDialog>
  );
}
