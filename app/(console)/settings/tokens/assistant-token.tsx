import { useState } from 'react';
import { ShownOnce } from '@/components/form/shown-once';
import { Field } from '@/components/ui/field';
import { Choice } from '@/components/ui/select';
import type { CreatedToken } from '@/lib/contract/token';
import { type AssistantClient, assistantClients, assistantSetup } from './assistant-setup';

/** The token of an assistant, once, as what to paste into the program it runs in. */
export function AssistantToken({ created, onClose }: { created: CreatedToken; onClose(): void }) {
  const [client, setClient] = useState<AssistantClient>('claude-code');
  const { where, text } = assistantSetup(client, `${window.location.origin}/mcp`, created.token);
  return (
    <ShownOnce
      title={`Token ${created.name} created`}
      description="Copy this now. The token will not be shown again."
      label="Setup"
      value={text}
      onClose={onClose}
    >
      <div className="pb-4">
        <Field label="Program" description={where}>
          <Choice<AssistantClient> value={client} labels={assistantClients} onChange={setClient} />
        </Field>
      </div>
    </ShownOnce>
  );
}
