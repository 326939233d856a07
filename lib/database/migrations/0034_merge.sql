-- A contact that was merged into another one keeps its row, in which `deleted_at` says since when. Its email and phone are
-- former addresses of the contact that stays, so that the indexes that decide whose an address is have them, too. They are
-- out of use while the contact that stays is in the trash: then the row has its `deletion_id`.
ALTER TABLE contacts ADD COLUMN merged_into uuid;
ALTER TABLE contacts DROP CONSTRAINT contacts_email_or_phone;
-- NOT VALID: the rows have been checked, more strictly.
ALTER TABLE contacts ADD CONSTRAINT contacts_email_or_phone
  CHECK (email IS NOT NULL OR phone IS NOT NULL OR merged_into IS NOT NULL) NOT VALID;
CREATE INDEX contacts_merged ON contacts (merged_into, organization_id) WHERE merged_into IS NOT NULL;
-- The look-ups of the version before say the first part of the condition, so that they find these indexes as well.
DROP INDEX contacts_email, contacts_phone;
CREATE UNIQUE INDEX contacts_email ON contacts (email_key, organization_id)
  WHERE (num_nulls(deleted_at) = 1 OR merged_into IS NOT NULL AND deletion_id IS NULL) AND email IS NOT NULL;
CREATE UNIQUE INDEX contacts_phone ON contacts (phone, organization_id)
  WHERE (num_nulls(deleted_at) = 1 OR merged_into IS NOT NULL AND deletion_id IS NULL) AND phone IS NOT NULL;
