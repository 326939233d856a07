'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import { importUpdate } from '@/lib/contract/import';
import { uuid } from '@/lib/contract/text';

const named = z.strictObject({ id: uuid });
const settings = importUpdate.shape.settings.unwrap();

/**
 * Saves the settings of an import, and plans it by them. With a new `format` the targets are guessed anew, since there
 * may be other columns; all else stays as it was chosen.
 */
export const changeImport = action(
  'contacts:write',
  z.strictObject({ id: uuid, format: importUpdate.shape.format, settings }),
  async ({ id, format, settings }, { client }) => {
    let { targets } = settings;
    if (format) {
      const reformatted = await client.call('updateImport', { id, body: { format } });
      if (!reformatted.ok) return reformatted;
      ({ targets } = reformatted.data.settings);
    }
    const updated = await client.call('updateImport', { id, body: { settings: { ...settings, targets } } });
    if (!updated.ok || !(targets.includes('email') || targets.includes('phone'))) return updated;
    return client.call('planImport', { id });
  },
);

/** Runs an import that is planned, or resumes it. */
export const runImport = action('contacts:write', named, (input, { client }) =>
  client.call('runImport', input),
);

/** Stops what is done with an import. */
export const cancelImport = action('contacts:write', named, (input, { client }) =>
  client.call('cancelImport', input),
);

/** Undoes an import, or resumes that. */
export const undoImport = action('contacts:write', named, (input, { client }) =>
  client.call('undoImport', input),
);
