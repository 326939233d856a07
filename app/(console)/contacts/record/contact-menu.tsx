import { Copy, Download, Merge, MoreHorizontal, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useMay } from '@/components/hooks/use-can';
import { dataHref } from '@/components/hooks/use-read';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';
import {
  Menu,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuPopup,
  MenuSeparator,
  MenuTrigger,
} from '@/components/ui/menu';
import { RelativeTime } from '@/components/ui/relative-time';
import { partGone } from '@/components/ui/upgrade';
import type { Contact } from '@/lib/contract/contact';

const MergeDialog = dynamic(() => import('../merge/merge-dialog').catch(partGone));

interface ContactMenuProps {
  contact: Contact;
  /** Id of the landmark that it is in. */
  landmark: string;
  /** Absent if not permitted. */
  onDelete?(): void;
}

/** What is rarely wanted of a contact. */
export function ContactMenu({ contact, landmark, onDelete }: ContactMenuProps) {
  const { id, createdAt, updatedAt } = contact;
  const may = useMay();
  const [merging, setMerging] = useState(false);
  const router = useRouter();
  return (
    <>
      <Menu>
        <MenuTrigger
          render={
            <Button size="icon" aria-label="More actions" title="More actions">
              <MoreHorizontal aria-hidden className="text-muted" />
            </Button>
          }
        />
        <MenuPopup align="end" landmark={landmark} className="min-w-60">
          <MenuItem onClick={() => void copyText(id)}>
            <Copy aria-hidden className="text-muted" /> Copy ID
          </MenuItem>
          {may('exportContact') ? (
            <MenuItem render={<a href={dataHref('exportContact', { id })} download />}>
              <Download aria-hidden className="text-muted" /> Download all data
            </MenuItem>
          ) : null}
          {may('mergeContacts') ? (
            <MenuItem onClick={() => setMerging(true)}>
              <Merge aria-hidden className="text-muted" /> Merge with…
            </MenuItem>
          ) : null}
          {onDelete ? (
            <MenuItem danger onClick={onDelete}>
              <Trash2 aria-hidden /> Delete
            </MenuItem>
          ) : null}
          <MenuSeparator />
          <MenuGroup>
            <MenuLabel>
              Created <RelativeTime at={createdAt} />
              <br />
              Updated <RelativeTime at={updatedAt} />
              <br />
              <code className="font-mono select-all">{id}</code>
            </MenuLabel>
          </MenuGroup>
        </MenuPopup>
      </Menu>
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
