CREATE TABLE "activities" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_name" varchar(300) NOT NULL,
	"subject_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" varchar(128),
	CONSTRAINT "activities_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" varchar(100) NOT NULL,
	"digest" "bytea" NOT NULL,
	"hint" varchar(16) NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "bulk_change_chunks" (
	"organization_id" uuid NOT NULL,
	"bulk_change_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"contact_ids" uuid[] NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"segment_changes" jsonb,
	CONSTRAINT "bulk_change_chunks_organization_id_bulk_change_id_number_pk" PRIMARY KEY("organization_id","bulk_change_id","number")
);
--> statement-breakpoint
CREATE TABLE "bulk_changes" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"add_ids" uuid[] NOT NULL,
	"remove_ids" uuid[] NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"chunks" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"gone" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"conflicts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" varchar(300) NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bulk_changes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_counts" (
	"organization_id" uuid NOT NULL,
	"counted_id" uuid NOT NULL,
	"shard" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "contact_counts_organization_id_counted_id_shard_pk" PRIMARY KEY("organization_id","counted_id","shard")
);
--> statement-breakpoint
CREATE TABLE "contact_segments" (
	"organization_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"segment_id" uuid NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_segments_organization_id_contact_id_segment_id_pk" PRIMARY KEY("organization_id","contact_id","segment_id")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" varchar(254),
	"phone" varchar(16),
	"firstname" varchar(200),
	"lastname" varchar(200),
	"jobtitle" varchar(200),
	"company" varchar(200),
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" varchar(300),
	"deletion_id" uuid,
	"search_text" text NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"email_key" text collate "C" NOT NULL,
	"company_key" text collate "C" NOT NULL,
	CONSTRAINT "contacts_organization_id_id_pk" PRIMARY KEY("organization_id","id") INCLUDE ("deleted_at"),
	CONSTRAINT "contacts_email_or_phone" CHECK ("contacts"."email" is not null or "contacts"."phone" is not null)
);
--> statement-breakpoint
CREATE TABLE "deleted_segments" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" varchar(100) NOT NULL,
	"color" varchar(7) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"deleted_by" varchar(300) NOT NULL,
	"contact_count" bigint NOT NULL,
	"contact_ids" uuid[] NOT NULL,
	"assigned_at" timestamp (3) with time zone[] NOT NULL,
	"referral_code_ids" uuid[] NOT NULL,
	CONSTRAINT "deleted_segments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "mirror_contacts" (
	"organization_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"vanished_at" timestamp (3) with time zone,
	"deletion_lost_at" timestamp (3) with time zone,
	CONSTRAINT "mirror_contacts_organization_id_contact_id_pk" PRIMARY KEY("organization_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "mirror_unreadable" (
	"organization_id" uuid NOT NULL,
	"place" text NOT NULL,
	"problem" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mirror_unreadable_organization_id_place_pk" PRIMARY KEY("organization_id","place")
);
--> statement-breakpoint
CREATE TABLE "mirrors" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"remote_organization_id" uuid,
	"token_digest" text,
	"operations" text[],
	"started_at" timestamp (3) with time zone,
	"page" integer DEFAULT 0 NOT NULL,
	"page_size" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"finished_at" timestamp (3) with time zone,
	"complete_at" timestamp (3) with time zone,
	"seen" integer,
	"error" text,
	"retry_at" timestamp (3) with time zone,
	"missing_segments" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "mirrors_source" UNIQUE NULLS NOT DISTINCT("url","remote_organization_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(200) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"first" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redemptions" (
	"organization_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"referral_code_id" uuid NOT NULL,
	"redeemed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "redemptions_organization_id_contact_id_referral_code_id_pk" PRIMARY KEY("organization_id","contact_id","referral_code_id")
);
--> statement-breakpoint
CREATE TABLE "referral_code_segments" (
	"organization_id" uuid NOT NULL,
	"referral_code_id" uuid NOT NULL,
	"segment_id" uuid NOT NULL,
	CONSTRAINT "referral_code_segments_organization_id_referral_code_id_segment_id_pk" PRIMARY KEY("organization_id","referral_code_id","segment_id")
);
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" varchar(64) NOT NULL,
	"label" varchar(200),
	"referrer_id" uuid,
	"max_redemptions" integer,
	"redemption_count" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referral_codes_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "referral_codes_limit" CHECK ("referral_codes"."max_redemptions" is null or "referral_codes"."redemption_count" <= "referral_codes"."max_redemptions")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" varchar(100) NOT NULL,
	"color" varchar(7) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "staff_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_account_provider" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "staff_rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'viewer' NOT NULL,
	"first" boolean,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_user_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_user_first_unique" UNIQUE("first"),
	CONSTRAINT "staff_user_email_lower" CHECK ("staff_user"."email" = lower("staff_user"."email")),
	CONSTRAINT "staff_user_role_known" CHECK ("staff_user"."role" in ('admin', 'editor', 'viewer')),
	CONSTRAINT "staff_user_first_true" CHECK ("staff_user"."first")
);
--> statement-breakpoint
CREATE TABLE "staff_verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_change_chunks" ADD CONSTRAINT "bulk_change_chunks_change" FOREIGN KEY ("organization_id","bulk_change_id") REFERENCES "public"."bulk_changes"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_segments" ADD CONSTRAINT "contact_segments_contact" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_segments" ADD CONSTRAINT "contact_segments_segment" FOREIGN KEY ("organization_id","segment_id") REFERENCES "public"."segments"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_segments" ADD CONSTRAINT "deleted_segments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mirror_contacts" ADD CONSTRAINT "mirror_contacts_contact" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_contact" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_code" FOREIGN KEY ("organization_id","referral_code_id") REFERENCES "public"."referral_codes"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_code_segments" ADD CONSTRAINT "referral_code_segments_code" FOREIGN KEY ("organization_id","referral_code_id") REFERENCES "public"."referral_codes"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_code_segments" ADD CONSTRAINT "referral_code_segments_segment" FOREIGN KEY ("organization_id","segment_id") REFERENCES "public"."segments"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_account" ADD CONSTRAINT "staff_account_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_by_subject" ON "activities" USING btree ("organization_id","subject_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_digest" ON "api_tokens" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "contact_segments_by_segment" ON "contact_segments" USING btree ("organization_id","segment_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_email" ON "contacts" USING btree ("organization_id","email_key") INCLUDE ("id") WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_phone" ON "contacts" USING btree ("organization_id","phone") WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contacts_by_update" ON "contacts" USING btree ("organization_id","updated_at","id") WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contacts_by_name" ON "contacts" USING btree ("organization_id","name_key","id") WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contacts_by_company" ON "contacts" USING btree ("organization_id","company_key","id") WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin ("search_text" gin_trgm_ops) WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contacts_by_deletion" ON "contacts" USING btree ("organization_id","deleted_at","id") WHERE "contacts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "contacts_deletion" ON "contacts" USING btree ("organization_id","deletion_id") WHERE "contacts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "mirror_contacts_vanished" ON "mirror_contacts" USING btree ("organization_id","contact_id") WHERE "mirror_contacts"."vanished_at" is not null;--> statement-breakpoint
CREATE INDEX "mirror_contacts_deletion_lost" ON "mirror_contacts" USING btree ("organization_id","contact_id") WHERE "mirror_contacts"."deletion_lost_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_first" ON "organizations" USING btree ("first") WHERE "organizations"."first";--> statement-breakpoint
CREATE UNIQUE INDEX "referral_codes_code" ON "referral_codes" USING btree ("organization_id",caseless("code"));--> statement-breakpoint
CREATE INDEX "referral_codes_referrer" ON "referral_codes" USING btree ("organization_id","referrer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "segments_title" ON "segments" USING btree ("organization_id",caseless("title"));--> statement-breakpoint
CREATE INDEX "staff_account_user_id" ON "staff_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_session_user_id" ON "staff_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_verification_identifier" ON "staff_verification" USING btree ("identifier");