CREATE TABLE "mirror_contacts" (
	"organization_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"vanished_at" timestamp (3) with time zone,
	CONSTRAINT "mirror_contacts_organization_id_contact_id_pk" PRIMARY KEY("organization_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "mirrors" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"operations" text[],
	"started_at" timestamp (3) with time zone,
	"page" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"finished_at" timestamp (3) with time zone,
	"complete_at" timestamp (3) with time zone,
	"error" text,
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "mirrors_url" UNIQUE("url")
);
--> statement-breakpoint
ALTER TABLE "mirror_contacts" ADD CONSTRAINT "mirror_contacts_contact" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirrors" ADD CONSTRAINT "mirrors_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mirror_contacts_vanished" ON "mirror_contacts" USING btree ("organization_id","contact_id") WHERE "mirror_contacts"."vanished_at" is not null;