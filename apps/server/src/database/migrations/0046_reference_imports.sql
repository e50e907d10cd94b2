CREATE TABLE "reference_import" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"table_name" text NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea",
	"encoding" text,
	"delimiter" text,
	"columns" jsonb,
	"headings" jsonb,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"counts" jsonb,
	"not_undone" integer,
	"uploaded_by" text NOT NULL,
	"uploaded_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_by" text,
	"applied_on" timestamp (3) with time zone,
	"undone_by" text,
	"undone_on" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reference_import_line" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"after" jsonb,
	"before" jsonb,
	"issues" jsonb,
	"cells" jsonb,
	CONSTRAINT "reference_import_line_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
ALTER TABLE "reference_import_line" ADD CONSTRAINT "reference_import_line_import_id_reference_import_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."reference_import"("import_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reference_import_uploaded" ON "reference_import" USING btree ("uploaded_on","import_id");--> statement-breakpoint
CREATE INDEX "reference_import_table" ON "reference_import" USING btree ("table_name","uploaded_on","import_id");--> statement-breakpoint
CREATE INDEX "reference_import_line_outcome" ON "reference_import_line" USING btree ("import_id","outcome","line");--> statement-breakpoint
CREATE INDEX "data_row_label" ON "data_row" USING btree ("type",(lower(left(coalesce("row" ->> 'partCode', "row" ->> 'code', "row" ->> 'name', "row" ->> 'fieldName', "row_id"), 200)) collate "C"),"row_id") WHERE not deleted;