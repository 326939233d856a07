-- Contacts may have assignments to a segment by rule only if it was by hand once: others are not looked for in each row of a page.
ALTER TABLE segments ADD COLUMN was_by_hand boolean NOT NULL DEFAULT true;
CREATE INDEX segments_hiding ON segments (organization_id, id) WHERE (deleted_at IS NOT NULL OR rule IS NOT NULL) AND was_by_hand;
