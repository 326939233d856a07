import { Copy } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { AlertDialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';

interface ShownOnceProps {
  title: string;
  description: string;
  /** Name of the value: "Token". */
  label: string;
  value: string;
  /** What `value` depends on, above it. */
  children?: ReactNode;
  onClose(): void;
}

/** Shows a secret once, to be copied. Clicks outside do not close the dialog; Escape does only after copying. */
export function ShownOnce({ title, description, label, value, children, onClose }: ShownOnceProps) {
  const [copied, setCopied] = useState(false);
  const [warns, setWarns] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(`${label} copied`);
      onClose();
    } catch {
      // Insecure origins have no clipboard. Select the text, so that Ctrl+C copies it.
      input.current?.select();
    }
  }

  return (
    <AlertDialog
      // Called on Escape only: the buttons close at once.
      onClose={() => (copied ? onClose() : setWarns(true))}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" onClick={copy}>
            <Copy aria-hidden />
            Copy and close
          </Button>
        </>
      }
    >
      {children}
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
      <p role="status" className={cn('pt-2 text-sm empty:hidden', copied ? 'text-muted' : 'text-warning')}>
        {copied ? 'Copied.' : warns ? 'Not copied yet. Press Done to close it anyway.' : ''}
      </p>
    </AlertDialog>
  );
}
