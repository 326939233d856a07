CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- What search and sort compare: lower case, without accents ("José" is found by "jose"), σ for ς (which "ΠΑΠΑΣ" has not),
-- without the marks that nobody sees (of direction, of joining), which are copied along.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    -- All ASCII, as most texts are: many times quicker.
    WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C")
    ELSE regexp_replace(translate(lower(normalize(value, NFKD)), 'ς', 'σ'), U&'[\0300-\036f\00ad\061c\200b-\200f\202a-\202e\2060-\2069\feff]', '', 'g')
  END
$$;
--> statement-breakpoint
-- The same for texts that differ by case alone, however their accents are encoded. Not `lower` by itself: a capital can have
-- two small forms, like that of σ and ς.
CREATE FUNCTION caseless(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(upper(normalize(value, NFD)))
$$;
--> statement-breakpoint
-- A UUIDv7 of the given time with its microseconds (RFC 9562, 6.2 method 3), so that ids made one after the other sort
-- so; PostgreSQL has a function of its own only from version 18 on.
CREATE FUNCTION uuid_of(moment timestamptz) RETURNS uuid LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $$
DECLARE
  us bigint := extract(epoch FROM moment) * 1000000;
BEGIN
  RETURN encode(overlay(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send(us / 1000) FROM 3) FROM 1 FOR 6)
    PLACING substring(int4send((28672 + us % 1000 * 4096 / 1000)::integer) FROM 3) FROM 7 FOR 2), 'hex')::uuid;
END
$$;
