CREATE TABLE "oidc_sign_in" (
	"cookie_hash" "bytea" PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text NOT NULL,
	"expires_on" timestamp (3) with time zone NOT NULL,
	"account_id" uuid
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "oidc_subject" text;--> statement-breakpoint
ALTER TABLE "oidc_sign_in" ADD CONSTRAINT "oidc_sign_in_account_id_account_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_oidc_subject" ON "account" USING btree ("oidc_subject");