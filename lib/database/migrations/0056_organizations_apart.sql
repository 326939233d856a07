-- Where organizations are spread over servers, the table of all of them stays on one, and others cannot refer to it. They are
-- never deleted, and nothing is written for one that is not there.
ALTER TABLE segments DROP CONSTRAINT segments_organization_id_organizations_id_fk;
ALTER TABLE deleted_segments DROP CONSTRAINT deleted_segments_organization_id_organizations_id_fk;
ALTER TABLE referral_codes DROP CONSTRAINT referral_codes_organization_id_organizations_id_fk;
ALTER TABLE activity_seals DROP CONSTRAINT activity_seals_organization_id_fkey;
ALTER TABLE imports DROP CONSTRAINT imports_organization_id_fkey;
ALTER TABLE webhooks DROP CONSTRAINT webhooks_organization_id_fkey;
ALTER TABLE idempotent_answers DROP CONSTRAINT idempotent_answers_organization_id_fkey;
