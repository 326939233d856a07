-- Titles and codes are stored as they look from now on: without invisible characters, with single plain spaces, in the usual
-- width (`plainName` in the contract). A stored one whose plain spelling another one has stays as it is, and keeps working.
WITH plain AS (
  SELECT s.organization_id, s.id, s.created_at, normalize(trim(regexp_replace(regexp_replace(
      (SELECT string_agg(CASE WHEN ascii(c) BETWEEN 65281 AND 65518 AND ascii(c) <> 65507 THEN normalize(c, NFKC) ELSE c END, '' ORDER BY n)
        FROM regexp_split_to_table(s.title, '') WITH ORDINALITY t (c, n)),
      -- Not the joiners, which shape emoji and letters.
      U&'[\00ad\034f\061c\115f\1160\180e\200b\200e\200f\202a-\202e\2060-\206f\3164\feff]', '', 'g'),
      U&'[\0020\00a0\1680\2000-\200a\2028\2029\202f\205f\2800\3000]+', ' ', 'g')), NFC) AS title
  FROM segments s WHERE octet_length(s.title) > char_length(s.title) OR s.title LIKE '%  %'),
changed AS (
  SELECT DISTINCT ON (p.organization_id, caseless(p.title)) p.* FROM plain p JOIN segments s USING (organization_id, id)
  WHERE p.title NOT IN (s.title, '') AND NOT EXISTS (SELECT FROM segments o
    WHERE o.organization_id = p.organization_id AND o.id <> p.id AND caseless(o.title) = caseless(p.title))
  ORDER BY p.organization_id, caseless(p.title), p.created_at, p.id)
UPDATE segments s SET title = c.title FROM changed c WHERE s.organization_id = c.organization_id AND s.id = c.id;
WITH plain AS (
  SELECT r.organization_id, r.id, r.created_at, normalize(trim(regexp_replace(regexp_replace(
      (SELECT string_agg(CASE WHEN ascii(c) BETWEEN 65281 AND 65518 AND ascii(c) <> 65507 THEN normalize(c, NFKC) ELSE c END, '' ORDER BY n)
        FROM regexp_split_to_table(r.code, '') WITH ORDINALITY t (c, n)),
      U&'[\00ad\034f\061c\115f\1160\180e\200b-\200f\202a-\202e\2060-\206f\3164\fe00-\fe0f\feff]', '', 'g'),
      U&'[\0020\00a0\1680\2000-\200a\2028\2029\202f\205f\2800\3000]+', ' ', 'g')), NFC) AS code
  FROM referral_codes r WHERE octet_length(r.code) > char_length(r.code) OR r.code LIKE '%  %'),
changed AS (
  SELECT DISTINCT ON (p.organization_id, caseless(p.code)) p.* FROM plain p JOIN referral_codes r USING (organization_id, id)
  WHERE p.code NOT IN (r.code, '') AND NOT EXISTS (SELECT FROM referral_codes o
    WHERE o.organization_id = p.organization_id AND o.id <> p.id AND caseless(o.code) = caseless(p.code))
  ORDER BY p.organization_id, caseless(p.code), p.created_at, p.id)
UPDATE referral_codes r SET code = c.code FROM changed c WHERE r.organization_id = c.organization_id AND r.id = c.id;
