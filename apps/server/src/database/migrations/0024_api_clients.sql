CREATE TABLE "api_client" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_client_secret" (
	"secret_id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_on" timestamp (3) with time zone,
	"last_used_on" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_client_secret" ADD CONSTRAINT "api_client_secret_client_id_api_client_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."api_client"("client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_client_secret_client" ON "api_client_secret" USING btree ("client_id");