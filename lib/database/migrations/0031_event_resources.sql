-- A contact, segment or referral code as the API returned it after a change, for the feed of events; null where `after`
-- tells all of it. Not a part of the digest.
ALTER TABLE activities ADD COLUMN resource jsonb;
