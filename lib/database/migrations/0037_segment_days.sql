ALTER TABLE segments ADD COLUMN description varchar(500);
ALTER TABLE deleted_segments ADD COLUMN description varchar(500);

-- How many contacts came to a segment and left it on a day (UTC), counted from sealed activity.
CREATE TABLE segment_days (
  organization_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  day date NOT NULL,
  added integer NOT NULL,
  removed integer NOT NULL,
  -- The latest activities of the day that moved somebody, oldest first.
  recent uuid[] NOT NULL,
  PRIMARY KEY (organization_id, segment_id, day)
);

-- Whether a seal's activities are counted. False for those of earlier versions, which a job then counts.
ALTER TABLE activity_seals ADD COLUMN counted boolean NOT NULL DEFAULT false;
CREATE INDEX activity_seals_uncounted ON activity_seals (organization_id, number) WHERE NOT counted AND ids IS NOT NULL;
