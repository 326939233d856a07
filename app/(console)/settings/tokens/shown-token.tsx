'use client';

import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { AlertDialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { CreatedToken } from '@/lib/contract/token';

/** The token itself, which nobody can see again; a click beside the dialog does not close it. */
export function ShownToken({ created, onClose }: { created: CreatedToken; onClose(): void }) {
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);

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
      title={`Token ${created.name} is created`}
      description="Copy it now. It is not shown again."
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex items-end gap-2">
        <Field label="Token" className="min-w-0 flex-1">
          <Input
            ref={input}
            readOnly
            value={created.token}
            className="font-mono text-sm!"
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
        <Button onClick={copy}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          Copy
        </Button>
      </div>
      <p role="status" className="min-h-5 pt-1 text-sm text-muted">
        {copied ? 'Copied.' : ''}
      </p>
    </AlertDialog>
  );
}
