'use server';

import { action, named } from '@/app/server/action';
import { refusal } from '@/app/server/guard';
import { newTitles, saveWithNewSegments } from '@/app/server/save-with-new-segments';
import { capabilities } from '@/app/server/service-view';
import { importUpdate } from '@/lib/contract/import';
import { may } from '@/lib/staff/roles';

const settings = importUpdate.shape.settings.unwrap();

/**
 * Saves the settings of an import, and plans it if a column is email or phone. A new `format` may change the columns, so the
 * settings about columns are detected again, and the others kept.
 */
export const changeImport = action(
  'contacts:write',
  named.extend({ format: importUpdate.shape.format, settings, newSegments: newTitles }),
  async ({ id, format, settings, newSegments }, signedIn) => {
    const { call, staff } = signedIn;
    const mayCreate = capabilities().createField && may(staff.role, 'fields:manage');
    if (settings.newFields?.length && !mayCreate)
      return refusal('FORBIDDEN', 'Your role cannot create fields.');
    const updated = await saveWithNewSegments(newSegments, signedIn, async (made) => {
      let { targets, columnOrder, segmentSeparator } = settings;
      if (format) {
        const reformatted = await call('updateImport', { id, body: { format } });
        if (!reformatted.ok) return reformatted;
        ({ targets, columnOrder, segmentSeparator } = reformatted.data.settings);
      }
      const segmentIds = [...settings.segmentIds, ...made];
      const body = { settings: { ...settings, targets, columnOrder, segmentSeparator, segmentIds } };
      return call('updateImport', { id, body });
    });
    if (!updated.ok) return updated;
    const { targets } = updated.data.settings;
    return targets.includes('email') || targets.includes('phone') ? call('planImport', { id }) : updated;
  },
);
