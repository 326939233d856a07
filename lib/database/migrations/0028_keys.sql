-- Look-ups name the organization, so that they can run where organizations are spread over servers. For one that the
-- statistics do not know, the planner takes any index that has it to be as good as that of the key, and would read all of the
-- organization. So no other index may fit: full ones begin with what is looked up, those of lists are for
-- `deleted_at IS NULL`, which look-ups do not say, and those of emails and phones have conditions of their own, which only
-- look-ups of them say.
ALTER TABLE contacts DROP CONSTRAINT contacts_organization_id_id_pk CASCADE;
ALTER TABLE contacts ADD CONSTRAINT contacts_pkey PRIMARY KEY USING INDEX contacts_id;
CREATE INDEX contacts_by_id ON contacts (organization_id, id) WHERE deleted_at IS NULL;
DROP INDEX contacts_email, contacts_phone;
CREATE UNIQUE INDEX contacts_email ON contacts (email_key, organization_id) WHERE num_nulls(deleted_at) = 1 AND email IS NOT NULL;
CREATE UNIQUE INDEX contacts_phone ON contacts (phone, organization_id) WHERE num_nulls(deleted_at) = 1 AND phone IS NOT NULL;
DROP INDEX contact_segments_by_segment;
CREATE INDEX contact_segments_by_segment ON contact_segments (segment_id, organization_id, contact_id);

-- NOT VALID: the rows have been checked.
ALTER TABLE contact_segments ADD CONSTRAINT contact_segments_contact FOREIGN KEY (contact_id, organization_id)
  REFERENCES contacts (id, organization_id) ON DELETE CASCADE NOT VALID;
ALTER TABLE redemptions ADD CONSTRAINT redemptions_contact FOREIGN KEY (contact_id, organization_id)
  REFERENCES contacts (id, organization_id) ON DELETE CASCADE NOT VALID;
ALTER TABLE referral_codes ADD CONSTRAINT referral_codes_referrer FOREIGN KEY (referrer_id, organization_id)
  REFERENCES contacts (id, organization_id) ON DELETE SET NULL (referrer_id) NOT VALID;
ALTER TABLE replica_contacts ADD CONSTRAINT replica_contacts_contact FOREIGN KEY (contact_id, organization_id)
  REFERENCES contacts (id, organization_id) ON DELETE CASCADE NOT VALID;
