-- A search reads all texts that an index has not sorted in yet. Their list is kept short from now on, and emptied here.
ALTER INDEX "property_search" SET (gin_pending_list_limit = 256);--> statement-breakpoint
ALTER INDEX "job_reference_search" SET (gin_pending_list_limit = 64);--> statement-breakpoint
SELECT gin_clean_pending_list('property_search'), gin_clean_pending_list('job_reference_search');
