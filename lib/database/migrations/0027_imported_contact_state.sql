-- A digest of the values that an import left, so that a contact which was changed and changed back counts as unedited.
ALTER TABLE imported_contacts ADD COLUMN state text;
