-- Activities that no seal lists yet: a row for each statement that recorded some, under its first id. Sealing deletes
-- such rows, which costs a fraction of marking each activity.
CREATE TABLE unsealed_activities (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  count integer NOT NULL,
  ids uuid[] NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE FUNCTION list_unsealed_activities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unsealed_activities (organization_id, id, count, ids)
  SELECT organization_id, (array_agg(id ORDER BY id))[1], count(*), array_agg(id ORDER BY id) FROM recorded GROUP BY organization_id;
  RETURN NULL;
END
$$;
-- A trigger, so that nobody who records activity can forget it.
CREATE TRIGGER unsealed AFTER INSERT ON activities REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION list_unsealed_activities();

-- From the trigger on, the column is not used. Instances of the previous version, which may run for a while, find
-- nothing to seal by it.
INSERT INTO unsealed_activities (organization_id, id, count, ids)
SELECT organization_id, (array_agg(id ORDER BY id))[1], count(*), array_agg(id ORDER BY id) FROM (
  SELECT organization_id, id, row_number() OVER (PARTITION BY organization_id ORDER BY id) / 1000 AS piece
  FROM activities WHERE seal IS NULL) a
GROUP BY organization_id, piece;
ALTER TABLE activities ALTER COLUMN seal SET DEFAULT 0;
UPDATE activities SET seal = 0 WHERE seal IS NULL;
