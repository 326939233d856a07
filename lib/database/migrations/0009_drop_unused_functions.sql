DROP FUNCTION contact_segment_list(uuid, uuid);--> statement-breakpoint
DROP FUNCTION differing_fields;
