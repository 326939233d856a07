-- Trash and restore are decisions in TypeScript, written by plain statements.
DROP FUNCTION trash_contacts(uuid, text, uuid, text, text, uuid, uuid[]);
DROP FUNCTION restore_contacts(uuid, text, uuid, text, text, uuid[]);
DROP FUNCTION contact_tids(uuid, uuid[]);
DROP FUNCTION contact_fields(contacts);
-- Who purges a contact empties its codes' referrers: SET NULL of a part of a key does not run on a distributed engine.
ALTER TABLE referral_codes DROP CONSTRAINT referral_codes_referrer;
ALTER TABLE referral_codes ADD CONSTRAINT referral_codes_referrer FOREIGN KEY (referrer_id, organization_id)
  REFERENCES contacts (id, organization_id) NOT VALID;
