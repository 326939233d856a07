-- Begins with the contact, so that it does not serve look-ups by code, which name the organization, too.
ALTER TABLE redemptions DROP CONSTRAINT redemptions_organization_id_contact_id_referral_code_id_pk,
  ADD PRIMARY KEY (contact_id, referral_code_id, organization_id);
DROP FUNCTION segment_problems(uuid, uuid[]);
