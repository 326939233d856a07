import { useId } from 'react';
import { Dialog } from '@/components/ui/dialog';
import type { Delivery } from '@/lib/contract/webhook';
import { eventWords, resultInWords } from './webhook-words';

/** What was sent and answered. Signatures are not stored: they are made for each attempt. */
export function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const { type, eventId, event } = delivery;
  const headers = [
    'Content-Type: application/json',
    'User-Agent: Roster',
    `webhook-id: ${eventId}`,
    'webhook-timestamp: (of the attempt)',
    'webhook-signature: (made with the secret, not stored)',
  ];
  return (
    <Dialog title={eventWords(type)} onClose={onClose} className="max-w-2xl!">
      <div className="flex flex-col gap-4">
        <Part title="Response" text={resultInWords(delivery) || 'Not sent yet'} />
        <Part title="Headers" text={headers.join('\n')} />
        <Part
          title="Payload"
          text={
            event ? JSON.stringify(event, null, 2) : 'Not stored: a test has no data, and old events expire.'
          }
        />
      </div>
    </Dialog>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="text-sm font-medium">
        {title}
      </h3>
      <pre
        // Scrolls, so that the keyboard must reach it.
        tabIndex={0}
        dir="auto"
        className="max-h-72 overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </section>
  );
}
