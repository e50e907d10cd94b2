CREATE TABLE "document_signature" (
	"number" text NOT NULL,
	"sha256" text NOT NULL,
	"document_id" uuid NOT NULL,
	"name" text NOT NULL,
	"completed_on" timestamp (3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"signed_on" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_signature_number_sha256_pk" PRIMARY KEY("number","sha256")
);
