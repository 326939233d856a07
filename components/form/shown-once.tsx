import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { AlertDialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';

interface ShownOnceProps {
  title: string;
  description: string;
  /** Name of the value: "Token". */
  label: string;
  value: string;
  onClose(): void;
}

/** Shows a secret once, to be copied. Clicks outside do not close the dialog; Escape does only after copying. */
export function ShownOnce({ title, description, label, value, onClose }: ShownOnceProps) {
  const [copied, setCopied] = useState(false);
  const [warns, setWarns] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Insecure origins have no clipboard. Select the text, so that Ctrl+C copies it.
      input.current?.select();
    }
  }

  return (
    <AlertDialog
      // Called on Escape only: the Done button closes at once.
      onClose={() => (copied ? onClose() : setWarns(true))}
      title={title}
      description={description}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-2">
        <Field label={label}>
          <Textarea
            ref={input}
            readOnly
            rows={2}
            value={value}
            className="field-sizing-content font-mono text-sm! break-all"
            onFocus={(event) => event.currentTarget.select()}
            onCopy={() => setCopied(true)}
          />
        </Field>
        <div className="flex items-center gap-3">
          <Button onClick={copy}>
            {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
            Copy
          </Button>
          <p role="status" className={cn('text-sm', copied ? 'text-muted' : 'text-warning')}>
            {copied ? 'Copied.' : warns ? 'Not copied yet. Press Done to close it anyway.' : ''}
          </p>
        </div>
      </div>
    </AlertDialog>
  );
}
