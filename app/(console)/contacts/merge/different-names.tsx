import { joinWords } from '@/components/text/contact-name';
import { FormAlert } from '@/components/ui/form-alert';

/** Warns that contacts to merge have different names; nothing without names. */
export function DifferentNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <FormAlert tone="warning" title={`Different names: ${joinWords(names)}.`}>
      <p className="text-sm">Merge them only if they are the same person.</p>
    </FormAlert>
  );
}
