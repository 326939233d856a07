import { Ban, Copy, Download, Ellipsis, Merge, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useMay } from '@/components/hooks/use-can';
import { dataHref } from '@/components/hooks/use-read';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { copyText } from '@/components/ui/copy-text';
import { IconButton } from '@/components/ui/icon-button';
import * as Menu from '@/components/ui/menu';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Contact } from '@/lib/contract/contact';

const DoNotContactDialog = dynamic(() => import('./do-not-contact-dialog').catch(chunkLoadFailed));
const MergeDialog = dynamic(() => import('../merge/merge-dialog').catch(chunkLoadFailed));

interface ContactMenuProps {
  contact: Contact;
  /** Id of the landmark that contains the menu. */
  landmark: string;
  /** Absent if not permitted. */
  onDelete?(): void;
}

/** Menu with the less frequent actions on a contact. */
export function ContactMenu({ contact, landmark, onDelete }: ContactMenuProps) {
  const { id, createdAt, updatedAt } = contact;
  const may = useMay();
  const [merging, setMerging] = useState(false);
  const [marking, setMarking] = useState(false);
  const router = useRouter();
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          render={
            <IconButton icon={Ellipsis} variant="secondary" label="More actions" title="More actions" />
          }
        />
        <Menu.Popup align="end" landmark={landmark} className="min-w-60">
          <Menu.Item onClick={() => void copyText(id)}>
            <Copy aria-hidden className="text-muted" /> Copy ID
          </Menu.Item>
          {may('exportContact') ? (
            <Menu.Item render={<a href={dataHref('exportContact', { id })} download />}>
              <Download aria-hidden className="text-muted" /> Download all data
            </Menu.Item>
          ) : null}
          {may('mergeContacts') ? (
            <Menu.Item onClick={() => setMerging(true)}>
              <Merge aria-hidden className="text-muted" /> Merge with…
            </Menu.Item>
          ) : null}
          {may(contact.doNotContact ? 'unmarkDoNotContact' : 'markDoNotContact') ? (
            <Menu.Item onClick={() => setMarking(true)}>
              <Ban aria-hidden className="text-muted" />
              {contact.doNotContact ? 'Contact again…' : 'Do not contact…'}
            </Menu.Item>
          ) : null}
          {onDelete ? (
            <Menu.Item danger onClick={onDelete}>
              <Trash2 aria-hidden /> Delete
            </Menu.Item>
          ) : null}
          <Menu.Separator />
          <Menu.Group>
            <Menu.Label>
              Created <RelativeTime at={createdAt} />
              <br />
              Updated <RelativeTime at={updatedAt} />
              <br />
              <code className="font-mono select-all">{id}</code>
            </Menu.Label>
          </Menu.Group>
        </Menu.Popup>
      </Menu.Root>
      {marking ? <DoNotContactDialog contact={contact} onClose={() => setMarking(false)} /> : null}
      {merging ? (
        <MergeDialog
          stays={id}
          onMerged={(merged) => {
            if (merged.id !== id) router.push(`/contacts/${merged.id}`);
          }}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </>
  );
}
