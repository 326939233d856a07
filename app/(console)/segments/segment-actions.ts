'use server';

import { action, named, onOne } from '@/app/server/action';
import { segmentCreate, segmentRestore, segmentUpdate } from '@/lib/contract/segment';

/** Creates a segment; a duplicate title is rejected at `title`. */
export const createSegment = action('segments:write', segmentCreate, (body, { call }) =>
  call('createSegment', { body }),
);

export const updateSegment = action(
  'segments:write',
  named.extend({ body: segmentUpdate }),
  (input, { call }) => call('updateSegment', input),
);

export const restoreSegment = action(
  'segments:write',
  named.extend({ body: segmentRestore }),
  (input, { call }) => call('restoreSegment', input),
);

/** Deletes a segment; its contacts are kept. */
export const deleteSegment = onOne('segments:write', 'deleteSegment');
