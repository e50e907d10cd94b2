-- A server of the earlier version may still write. The lock waits for its transactions, so that what they commit becomes tasks too.
LOCK TABLE "job_closing", "form_check_due", "push_due" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- Adds a task to a queue of pg-boss, with the queue's options as pg-boss copies them. Training has no tasks.
CREATE FUNCTION "add_task"(queue_name text, task jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_schema() = 'training' THEN
    RETURN;
  END IF;
  INSERT INTO pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, heartbeat_seconds, keep_until)
  SELECT queue_name, task, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds,
    q.deletion_seconds, q.heartbeat_seconds, now() + q.retention_seconds * interval '1 second'
    FROM (SELECT) one LEFT JOIN pgboss.queue q ON q.name = queue_name;
END
$$;--> statement-breakpoint
SELECT add_task('documents', jsonb_build_object('messageId', message_id, 'jobId', job_id))
  FROM job_closing WHERE delivered_on IS NOT NULL AND filed_on IS NULL ORDER BY delivered_on;--> statement-breakpoint
SELECT add_task('form-checks', jsonb_build_object('messageId', message_id, 'jobId', job_id))
  FROM form_check_due ORDER BY received_on;--> statement-breakpoint
SELECT add_task('push', jsonb_build_object('fieldOperativeId', field_operative_id))
  FROM push_due GROUP BY field_operative_id;
