/**
 * How the rows of each table would be spread over the nodes of a distributed PostgreSQL, such as Citus. Nothing reads
 * this at run time: it prepares the step, and a test finds a new table without an entry. docs/growing.md has the reasons.
 */
type Distribution =
  /** Rows with the same value are on one node, and tables with the same key on the same one. */
  | { readonly by: "job_id" | "property_id" | "field_operative_id" | "device_id" | "message_id" }
  /** Every node has all rows: few rows, read everywhere, written seldom. */
  | "every-node"
  /** One node has all rows: a queue, one order of all rows, or rows that only the office reads. */
  | "one-node";

const job = { by: "job_id" } as const;
const property = { by: "property_id" } as const;
const engineer = { by: "field_operative_id" } as const;
const device = { by: "device_id" } as const;
const message = { by: "message_id" } as const;

export const distribution = {
  absence: engineer,
  absence_document: engineer,
  account: "every-node",
  alarm: "one-node",
  api_client: "every-node",
  api_client_secret: "every-node",
  appointment: job,
  attachment: "one-node",
  audit_entry: "one-node",
  client: "every-node",
  command: engineer,
  command_acknowledgement: device,
  contact_favourite: engineer,
  damp_case: property,
  damp_case_event: "one-node",
  data_row: "every-node",
  data_set: "every-node",
  device: "every-node",
  device_export: device,
  device_export_piece: "one-node",
  device_log: device,
  device_report: device,
  device_wipe: device,
  document: job,
  document_signature: "one-node",
  engineering_note: job,
  erasure: property,
  event: "one-node",
  event_inbox: "one-node",
  event_position: "one-node",
  external_reference: job,
  field_operative: "every-node",
  form_check: job,
  form_definition: "every-node",
  hact_message: message,
  hact_work_order: job,
  holiday_year: "every-node",
  home_gas: property,
  job,
  job_acknowledgement: device,
  job_attachment: job,
  job_closing: job,
  job_form: job,
  job_image: job,
  job_part: job,
  job_sor: job,
  job_type: "every-node",
  job_view: "one-node",
  lane: device,
  message,
  mileage: engineer,
  notice_confirmation: job,
  oidc_sign_in: "one-node",
  part_order: job,
  pin_reset_code: engineer,
  property,
  property_asset: property,
  property_notification: property,
  property_tenant: property,
  push_subscription: device,
  quick_job: job,
  recorded_answer: "one-node",
  reference_import: "one-node",
  reference_import_line: "one-node",
  refresh_token: "one-node",
  refused_message: device,
  removal_rejection: job,
  removed_record: message,
  reporting_export: "one-node",
  reporting_export_part: "one-node",
  retention_run: "one-node",
  safety_form: job,
  setting: "every-node",
  sign_in_failure: "one-node",
  token_family: "one-node",
  unused_object: "one-node",
  webhook: "one-node",
  webhook_delivery: "one-node",
  webhook_secret: "one-node",
  wipe_confirmation: device,
  withdrawn_form: "every-node",
} as const satisfies Record<string, Distribution>;
