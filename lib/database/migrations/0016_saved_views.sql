-- Names for filters of the contact table, of a person or, without one, of everybody in the organization.
CREATE TABLE saved_views (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  user_id uuid,
  title varchar(60) NOT NULL,
  query varchar(2000) NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES staff_membership (organization_id, user_id) ON DELETE CASCADE
);--> statement-breakpoint
CREATE UNIQUE INDEX saved_views_personal_title ON saved_views (organization_id, user_id, lower(title))
  WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX saved_views_shared_title ON saved_views (organization_id, lower(title)) WHERE user_id IS NULL;
