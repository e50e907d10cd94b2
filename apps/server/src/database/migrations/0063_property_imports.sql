CREATE TABLE "property_import" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"encoding" text NOT NULL,
	"delimiter" text,
	"headings" jsonb,
	"sha256" text NOT NULL,
	"status" text NOT NULL,
	"lines" integer NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_done" integer DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"unknown_columns" jsonb NOT NULL,
	"uploaded_by" text NOT NULL,
	"uploaded_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_by" text,
	"applied_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "property_import_key" (
	"import_id" uuid NOT NULL,
	"key" text NOT NULL,
	"line" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "property_import_key_import_id_key_pk" PRIMARY KEY("import_id","key")
);
--> statement-breakpoint
CREATE TABLE "property_import_line" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"issues" jsonb NOT NULL,
	CONSTRAINT "property_import_line_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "property_import_piece" (
	"import_id" uuid NOT NULL,
	"piece" integer NOT NULL,
	"first_line" integer NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "property_import_piece_import_id_piece_pk" PRIMARY KEY("import_id","piece")
);
--> statement-breakpoint
ALTER TABLE "erasure" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "property_tenant" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "property_import_key" ADD CONSTRAINT "property_import_key_import_id_property_import_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."property_import"("import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_import_line" ADD CONSTRAINT "property_import_line_import_id_property_import_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."property_import"("import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "property_import_piece" ADD CONSTRAINT "property_import_piece_import_id_property_import_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."property_import"("import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "property_import_uploaded" ON "property_import" USING btree ("uploaded_on","import_id");--> statement-breakpoint
CREATE INDEX "property_import_piece_object" ON "property_import_piece" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "erasure_reference" ON "erasure" USING btree ("property_id","reference") WHERE "erasure"."reference" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "property_tenant_reference" ON "property_tenant" USING btree ("property_id","reference") WHERE "property_tenant"."reference" is not null;