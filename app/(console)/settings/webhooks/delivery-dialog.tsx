import { Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';
import { Dialog } from '@/components/ui/dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { type Delivery, TEST_TYPE } from '@/lib/contract/webhook';
import { JsonText } from '../json-text';
import { durationInWords, eventWords, resultInWords } from './webhook-words';

interface DeliveryDialogProps {
  delivery: Delivery;
  /** `null` while the webhook is paused. */
  onResend: ((eventId: string) => void) | null;
  onClose(): void;
}

/** What was sent and answered. Signatures are not stored: they are made for each attempt. */
export function DeliveryDialog({ delivery, onResend, onClose }: DeliveryDialogProps) {
  const { type, eventId, event, at, attempts, milliseconds, problem } = delivery;
  const result = resultInWords(delivery) || 'Not sent yet';
  const headers = [
    'Content-Type: application/json',
    'User-Agent: Roster',
    `webhook-id: ${eventId}`,
    'webhook-timestamp: (of the attempt)',
    'webhook-signature: (made with the secret, not stored)',
  ];
  const payload = JSON.stringify(event, null, 2);
  const resend = type === TEST_TYPE ? null : onResend;
  return (
    <Dialog
      title={eventWords(type)}
      description={
        <>
          <RelativeTime at={at} />
          {attempts > 0 ? ` · ${formatCountOf(attempts, 'attempt')}` : null}
          {milliseconds === null ? null : ` · ${durationInWords(milliseconds)}`}
        </>
      }
      onClose={onClose}
      className="max-w-2xl!"
      actions={
        event || resend ? (
          <>
            {event ? (
              <Button onClick={() => void copyText(payload, 'the payload')}>
                <Copy aria-hidden className="text-muted" /> Copy payload
              </Button>
            ) : null}
            {resend ? (
              <Button
                variant="primary"
                onClick={() => {
                  resend(eventId);
                  onClose();
                }}
              >
                Send again
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-4">
        <Part title="Response" isCode={!problem && attempts > 0}>
          {result}
        </Part>
        <Part title="Request headers">{headers.join('\n')}</Part>
        <Part title="Payload" isCode={Boolean(event)}>
          {event ? <JsonText text={payload} /> : 'Not stored: a test has no data, and old events expire.'}
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, isCode = true, children }: { title: string; isCode?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="text-sm font-medium">
        {title}
      </h3>
      {isCode ? (
        <pre
          // Focusable, so that the keyboard can scroll the dialog.
          tabIndex={0}
          dir="auto"
          className="rounded-md border border-line bg-surface p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {children}
        </pre>
      ) : (
        <p className="text-sm text-muted">{children}</p>
      )}
    </section>
  );
}
