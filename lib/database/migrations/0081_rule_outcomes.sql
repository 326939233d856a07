-- What rules of segments meant when the activity of an organization was last sealed: its readers know of these.
CREATE TABLE told_rules (
  organization_id uuid PRIMARY KEY,
  -- By id of the segment: `filter`, as conditions without relative days, and `brokenAt` while it names something deleted.
  rules json NOT NULL
);

-- Segments by rule that a contact joined and left by a sealed activity.
CREATE TABLE rule_outcomes (
  organization_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  joined uuid[] NOT NULL,
  "left" uuid[] NOT NULL,
  PRIMARY KEY (activity_id, organization_id)
);
