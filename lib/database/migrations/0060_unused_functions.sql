-- Assignments and deletions of segments are plain statements of the program by now.
DROP FUNCTION trash_segment(uuid, text, uuid, text, text, uuid);
DROP FUNCTION restore_segment(uuid, text, uuid, text, text, uuid, text);
DROP FUNCTION contact_segment_ids(uuid, uuid);
DROP FUNCTION differing(jsonb, jsonb);
