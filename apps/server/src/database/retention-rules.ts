import type { PartitionedTable } from "./partitions.ts";

/** The words that stand where personal data were. */
export const removedText = "Removed";

/** What the law asks to keep, however short a period is set. docs/privacy.md names each source. */
const law = {
  /** Gas Safety (Installation and Use) Regulations 1998, reg. 36(3)(c): two years, and until two further checks. */
  gasSafetyRecord: { days: 731, furtherChecks: 2 },
} as const;

interface Rule {
  readonly kind: string;
  /** What happens to what is older than the period. */
  readonly effect: string;
  /** The period when nothing else is set. Null: for ever, since a deletion cannot be undone. */
  readonly days: number | null;
  /** The shortest period that may be set. */
  readonly minimumDays: number;
  /** The longest period that the office may set. The environment may set any. */
  readonly maximumDays: number;
  /** Which law speaks about the period; null: none that we know. */
  readonly law: string | null;
  readonly steps: readonly Step[];
  /** The table whose partitions are dropped when all of their time is older than the period. The steps do the rest. */
  readonly partitionsOf?: PartitionedTable;
}

interface Step {
  /** What follows `from` in a query for the rows that are old enough. $1: the period in days. */
  readonly due: string;
  /** Deletes or reduces such rows, and answers `count`. $1: the period in days, $2: how many rows at most. */
  readonly statement: string;
}

const old = (column: string) => `${column} < now() - $1 * interval '1 day'`;

const step = (due: string, write: (due: string) => string): Step => ({
  due,
  statement: write(due),
});

/** Deletes rows by their place: by their key, each batch would scan the whole table. Not for a table with partitions. */
const deleteRows = (table: string, isOld: string) =>
  step(
    `${table} where ${isOld}`,
    (due) => `
  with gone as (
    delete from ${table} where ctid = any(array(select ctid from ${due} limit $2 for update skip locked))
    returning 1)
  select count(*)::int as count from gone`,
  );

/** The longest periods: what nobody needs after that long, and what may be kept for a person's life. */
const longest = { briefly: 90, technical: 1_096, reports: 2_557, life: 36_525 } as const;

const limitation =
  "A claim from a contract may be brought for six years: Limitation Act 1980, s. 5. Personal data are kept no longer than they are needed: UK GDPR, article 5(1)(e)";
const gasSafety =
  "A gas safety record stays for two years and until two further checks of the home are recorded, however short the period is: Gas Safety (Installation and Use) Regulations 1998, reg. 36(3)(c)";
const noLonger = "Personal data are kept no longer than they are needed: UK GDPR, article 5(1)(e)";

export const gasSafetyRecordDays = law.gasSafetyRecord.days;

/** Marks the objects that these rows named, so that each is deleted when no row names it any more. */
export const markObjects = (rows: string) =>
  `insert into unused_object (sha256) select distinct sha256 from ${rows} where sha256 is not null
    on conflict (sha256) do update set marked_on = now()`;

/** Marks the objects of the rows of `gone`, and counts them. */
const markAndCount = `
  marked as (${markObjects("gone")})
  select count(*)::int as count from gone`;

/** Whether two further checks follow a closing `c` of the job `j`, and two years have passed. */
export const isGasSafetyRecordNeeded = `not (
  c.received_on < now() - interval '${law.gasSafetyRecord.days} days'
  and (select count(*) from job k
         join job_closing f on f.job_id = k.job_id and f.received_on > c.received_on
         join document g on g.message_id = f.message_id and g.kind = 'gas-safety-record'
        where k.property_id = j.property_id) >= ${law.gasSafetyRecord.furtherChecks})`;

const hasUnmadeDocument = (jobId: string) => `exists (
  select from document u where u.job_id = ${jobId} and u.sha256 is null and u.removed_on is null)`;

/** A contact without anything that says who it is. The shape stays, because messages name it. */
export const reducedContact = (row: string) =>
  `${row} || '{"fullName": "${removedText}", "phones": [], "emailAddress": null, "contactType": null}'::jsonb`;

/** The tables with what was recorded in a job. Their rows are deleted with it. */
const workOfJobs = [
  "form_check",
  "job_form",
  "engineering_note",
  "job_part",
  "job_sor",
  "notice_confirmation",
  "removal_rejection",
  "job_attachment",
  "property_notification",
  "quick_job",
  "refused_message",
];

/** A job that was cancelled before anybody visited the home has no closing. */
const endings = `(select job_id, received_on from job_closing
     union all select job_id, cancelled_on from job where cancelled_on is not null)`;

const oldJobs = `${endings} c join job j on j.job_id = c.job_id
   where ${old("c.received_on")} and j.status = 'Closed' and j.reduced_on is null
     and not exists (select from job_closing l where l.job_id = j.job_id and not (${old("l.received_on")}))
     and not exists (select from job_closing l where l.job_id = j.job_id and l.delivered_on is not null
       and not exists (select from document d where d.message_id = l.message_id))
     and not ${hasUnmadeDocument("j.job_id")}
     and not exists (select from message m where m.job_id = j.job_id and 'recorded-while-disabled' = any(m.flags))`;

/**
 * Reduces jobs: what was recorded in them is deleted, and the messages keep their hash and no payload, so that a
 * repetition is still known. Reference, property, type, times and the status stay.
 */
const reduceJobs = `
  with picked as (
    select job_id from job
     where job_id in (select j.job_id from ${oldJobs} order by c.received_on limit least($2, 100))
    order by job_id for update skip locked),
  ${workOfJobs.map((table) => `gone_${table} as (delete from ${table} x using picked p where x.job_id = p.job_id)`).join(",\n  ")},
  gone_command as (
    delete from command x using picked p where x.job_id = p.job_id returning x.command_id),
  gone_answer as (
    delete from command_acknowledgement x using gone_command g where x.command_id = g.command_id),
  emptied_appointment as (
    update appointment x set ended_state = null from picked p where x.job_id = p.job_id and x.ended_state is not null),
  emptied_closing as (
    update job_closing x set outcome = '{}', form_photo_image_ids = '{}' from picked p where x.job_id = p.job_id),
  emptied_message as (
    update message x set payload = '{}', reduced_on = now() from picked p where x.job_id = p.job_id),
  gone as (
    update job x set reduced_on = now(), task_details = null, access_notes = null, hold = null,
        client_preferred_time_name = null, key_safe = null, visit_contacts = '[]',
        cancellation = x.cancellation || '{"reason": null}'
      from picked p where x.job_id = p.job_id returning 1)
  select count(*)::int as count from gone`;

/**
 * Every kind of data that is deleted or reduced, in the order in which it happens: documents and images before the work
 * that they belong to. docs/privacy.md has the same table for people, and a test compares them.
 */
const rules = [
  {
    kind: "erased-tenants",
    effect: "gas safety records that an erasure left are deleted as soon as the law allows it",
    days: 0,
    minimumDays: 0,
    maximumDays: 366,
    law: gasSafety,
    steps: [
      step(
        `erasure e join document d on d.job_id = any(e.kept_job_ids)
                   join job_closing c on c.message_id = d.message_id join job j on j.job_id = d.job_id
                  where ${old("e.erased_on")} and d.removed_on is null and d.kind = 'gas-safety-record'
                    and not ${isGasSafetyRecordNeeded}`,
        (due) => `with gone as (
         update document set removed_on = now(), sha256 = null, bytes = null
           from (select d.document_id, d.sha256 from ${due} limit $2 for update of d skip locked) o
          where document.document_id = o.document_id returning o.sha256),
       ${markAndCount}`,
      ),
    ],
  },
  {
    kind: "erased-names",
    effect:
      "name, telephone numbers and e-mail address of an erased tenant, by which the server finds what phones send later, are deleted",
    days: 90,
    minimumDays: 1,
    maximumDays: 366,
    law: noLonger,
    steps: [
      step(
        `erasure where ${old("erased_on")} and person is not null`,
        (due) => `with gone as (
         update erasure set person = null, image_ids = '{}', signatures = '{}' where property_tenant_id in (
           select property_tenant_id from ${due} limit $2 for update skip locked)
         returning 1)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "documents",
    effect: "deleted; a gas safety record not before the law allows it",
    days: null,
    minimumDays: 28,
    maximumDays: longest.life,
    law: gasSafety,
    steps: [
      step(
        `job_closing c join job j on j.job_id = c.job_id join document d on d.message_id = c.message_id
                  where ${old("c.received_on")} and d.removed_on is null and j.status = 'Closed'
                    and d.sha256 is not null
                    and not (d.kind = 'gas-safety-record' and ${isGasSafetyRecordNeeded})`,
        (due) => `with gone as (
         update document d set removed_on = now(), sha256 = null, bytes = null
           from (select d.document_id, d.sha256 from ${due}
                  order by c.received_on limit $2 for update of d skip locked) o
          where d.document_id = o.document_id returning o.sha256),
       ${markAndCount}`,
      ),
    ],
  },
  {
    kind: "images",
    effect: "deleted; the hash stays",
    days: null,
    minimumDays: 28,
    maximumDays: longest.life,
    law: limitation,
    steps: [
      step(
        `job_image i join job j on j.job_id = i.job_id
                  where ${old("i.received_on")} and i.removed_on is null and j.status = 'Closed'
                    and not ${hasUnmadeDocument("j.job_id")}`,
        (due) => `with gone as (
         update job_image i set removed_on = now(), latitude = null, longitude = null
           from (select i.image_id from ${due} order by i.received_on limit $2 for update of i skip locked) o
          where i.image_id = o.image_id returning i.sha256),
       ${markAndCount}`,
      ),
    ],
  },
  {
    kind: "jobs",
    effect:
      "what was recorded in a closed job is deleted, with the content of its messages; reference, home, type, times and status stay",
    days: null,
    minimumDays: 28,
    maximumDays: longest.life,
    law: limitation,
    // A job may have several closings.
    steps: [{ due: `(select distinct j.job_id from ${oldJobs}) as old`, statement: reduceJobs }],
  },
  {
    kind: "attachments",
    effect: "documents and photos to read before a visit that no job names are deleted",
    days: 30,
    minimumDays: 1,
    maximumDays: 366,
    law: null,
    steps: [
      step(
        `attachment a
            where ${old("a.uploaded_on")}
              and not exists (select from job_attachment x where x.attachment_id = a.attachment_id)`,
        (due) => `with gone as (
         delete from attachment where attachment_id in (
           select a.attachment_id from ${due} order by a.uploaded_on limit $2 for update skip locked)
         returning sha256),
       ${markAndCount}`,
      ),
    ],
  },
  {
    kind: "property-imports",
    effect:
      "files of homes that were not applied are deleted, and which lines an import left out; its counts stay",
    days: 30,
    minimumDays: 1,
    maximumDays: 366,
    law: noLonger,
    steps: [
      step(
        `property_import i join property_import_piece p using (import_id)
            where ${old("i.uploaded_on")} and i.status in ('checking', 'checked')`,
        (due) => `with gone as (
         delete from property_import_piece where (import_id, piece) in (
           select p.import_id, p.piece from ${due} limit $2 for update of p skip locked)
         returning sha256),
       ${markAndCount}`,
      ),
      deleteRows("property_import", `${old("uploaded_on")} and status in ('checking', 'checked')`),
      step(
        `property_import i join property_import_line l using (import_id)
            where ${old("i.uploaded_on")} and i.status = 'applied'`,
        (due) => `with gone as (
         delete from property_import_line where (import_id, line) in (
           select l.import_id, l.line from ${due} limit $2 for update of l skip locked)
         returning 1)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "reference-imports",
    effect:
      "files and lines of imports of reference data are deleted: those that were not applied at all, and the lines of the others, which can then no longer be undone; their counts stay",
    days: 365,
    minimumDays: 1,
    maximumDays: longest.reports,
    law: null,
    steps: [
      deleteRows(
        "reference_import",
        `${old("uploaded_on")} and status in ('uploaded', 'checking', 'checked')`,
      ),
      step(
        `reference_import i join reference_import_line l using (import_id)
            where ${old("coalesce(i.undone_on, i.applied_on)")} and i.status in ('applied', 'undone')`,
        (due) => `with gone as (
         delete from reference_import_line where (import_id, line) in (
           select l.import_id, l.line from ${due} limit $2 for update of l skip locked)
         returning 1)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "messages",
    effect: "the content of messages that belong to no job is deleted; hash and receipt stay",
    days: 365,
    minimumDays: 28,
    maximumDays: longest.reports,
    law: null,
    steps: [
      step(
        `message
            where ${old("received_on")} and job_id is null and reduced_on is null
              and not 'recorded-while-disabled' = any(flags)`,
        (due) => `with gone as (
         update message set payload = '{}', reduced_on = now() where message_id in (
           select message_id from ${due} order by received_on limit $2 for update skip locked)
         returning 1)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "removed-contacts",
    effect:
      "names, telephone numbers and e-mail addresses of contacts that an engineer removed are deleted",
    days: null,
    minimumDays: 1,
    maximumDays: longest.life,
    law: limitation,
    steps: [
      step(
        `removed_record
            where ${old("removed_on")} and kind = 'contact' and row ->> 'fullName' <> '${removedText}'`,
        (due) => `with gone as (
         update removed_record set row = ${reducedContact("row")} where record_id in (
           select record_id from ${due} limit $2 for update skip locked)
         returning 1)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "device-logs",
    effect: "deleted",
    days: 180,
    minimumDays: 1,
    maximumDays: longest.technical,
    law: noLonger,
    steps: [deleteRows("device_log", old("received_on"))],
  },
  {
    kind: "device-reports",
    effect: "deleted",
    days: 180,
    minimumDays: 1,
    maximumDays: longest.technical,
    law: noLonger,
    steps: [deleteRows("device_report", old("received_on"))],
  },
  {
    kind: "exports",
    effect: "databases that devices sent are deleted",
    days: 90,
    minimumDays: 1,
    maximumDays: longest.technical,
    law: noLonger,
    steps: [deleteRows("device_export", old("started_on"))],
  },
  {
    kind: "devices",
    effect:
      "phones of engineers whose accounts were disabled that long ago are deleted, with their PIN; not a phone that has unsent work, or that a lock or a wipe has yet to reach",
    days: 365,
    minimumDays: 90,
    maximumDays: longest.reports,
    law: null,
    steps: [
      step(
        `account a join device d on d.field_operative_id = a.field_operative_id
          where ${old("a.disabled_on")} and ${old("coalesce(d.last_contact_on, d.registered_on)")}
            and coalesce(d.unsent_messages, 0) = 0
            and (not d.locked or exists (select from device_wipe w where w.device_id = d.device_id))
            and not exists (select from device_wipe w where w.device_id = d.device_id and w.confirmed_on is null)`,
        (due) => `with picked as (
         select d.device_id from ${due} limit $2 for update of d skip locked),
       gone_wipe as (delete from device_wipe w using picked p where w.device_id = p.device_id),
       gone as (delete from device d using picked p where d.device_id = p.device_id returning 1)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "commands",
    effect: "commands of no job are deleted, with what phones answered",
    days: 365,
    minimumDays: 90,
    maximumDays: longest.reports,
    law: null,
    steps: [
      step(
        `command where ${old("created_on")} and job_id is null`,
        (due) => `with gone as (
         delete from command where command_id in (
           select command_id from ${due} limit $2 for update skip locked)
         returning command_id),
       gone_answer as (
         delete from command_acknowledgement x using gone g where x.command_id = g.command_id)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "tokens",
    effect: "refresh tokens that have expired are deleted, then sign-ins without a token",
    days: 7,
    minimumDays: 1,
    maximumDays: longest.briefly,
    law: noLonger,
    steps: [
      deleteRows("refresh_token", old("expires_on")),
      deleteRows(
        "token_family",
        `${old("created_on")}
          and not exists (select from refresh_token t where t.family_id = token_family.family_id)`,
      ),
    ],
  },
  {
    kind: "sign-in-failures",
    effect: "failed sign-ins are deleted",
    days: 7,
    minimumDays: 1,
    maximumDays: longest.briefly,
    law: noLonger,
    steps: [deleteRows("sign_in_failure", old("failed_on"))],
  },
  {
    kind: "codes",
    effect:
      "codes for forgotten PINs, unfinished sign-ins with OpenID Connect and unused confirmations of wipes are deleted",
    days: 0,
    minimumDays: 0,
    maximumDays: longest.briefly,
    law: noLonger,
    steps: [
      deleteRows("oidc_sign_in", old("expires_on")),
      deleteRows("pin_reset_code", old("expires_on")),
      deleteRows("wipe_confirmation", old("expires_on")),
    ],
  },
  {
    kind: "recorded-answers",
    effect:
      "answers to requests with an Idempotency-Key are deleted; a later repeat is a new request",
    days: 7,
    minimumDays: 1,
    maximumDays: longest.briefly,
    law: null,
    steps: [deleteRows("recorded_answer", old("recorded_on"))],
  },
  {
    kind: "refused-messages",
    effect: "deleted",
    days: 365,
    minimumDays: 28,
    maximumDays: longest.reports,
    law: null,
    steps: [deleteRows("refused_message", old("last_received_on"))],
  },
  {
    kind: "alarms",
    effect: "deleted",
    days: 365,
    minimumDays: 28,
    maximumDays: longest.reports,
    law: null,
    steps: [deleteRows("alarm", old("raised_on"))],
  },
  {
    kind: "mileage",
    effect: "deleted, except the last entry of each engineer",
    days: null,
    minimumDays: 366,
    maximumDays: longest.life,
    law: limitation,
    steps: [
      deleteRows(
        "mileage",
        `${old("modified_on")}
          and exists (select from mileage n where n.field_operative_id = mileage.field_operative_id
                         and n.date_recorded > mileage.date_recorded)`,
      ),
    ],
  },
  {
    kind: "absences",
    effect: "absences whose last day is that long ago are deleted",
    days: null,
    minimumDays: 731,
    maximumDays: longest.life,
    law: limitation,
    steps: [
      deleteRows(
        "absence",
        `${old("received_on")}
          and not exists (select from jsonb_array_elements(days) d
                           where d ->> 'dateTo' >= to_char(now() - $1 * interval '1 day', 'YYYY-MM-DD'))`,
      ),
    ],
  },
  {
    kind: "audit-entries",
    effect: "deleted; the database refuses to delete those of the last year",
    days: null,
    minimumDays: 367,
    maximumDays: longest.life,
    law: limitation,
    partitionsOf: "audit_entry",
    steps: [
      // Rows of two partitions may have the same ctid. Nobody has the right to lock them, which is the right to change them.
      step(
        `audit_entry where ${old("occurred_on")}`,
        (due) => `with gone as (
         delete from audit_entry
          where ${old("occurred_on")} and sequence = any(array(select sequence from ${due} limit $2))
         returning 1)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "events",
    effect:
      "events of the feed are deleted; a reader that comes later is answered from where it goes on",
    days: 90,
    minimumDays: 7,
    maximumDays: longest.reports,
    law: null,
    partitionsOf: "event",
    steps: [
      step(
        `event where ${old("numbered_on")}`,
        (due) => `with gone as (
         delete from event where sequence in (select sequence from ${due} order by sequence limit $2)
         returning sequence),
       moved as (
         update event_position set deleted_until = greatest(deleted_until, (select max(sequence) from gone))
          where exists (select from gone))
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "reporting-exports",
    effect: "exports of the reporting views are deleted",
    days: 14,
    minimumDays: 1,
    maximumDays: 366,
    law: null,
    steps: [
      step(
        `reporting_export where ${old("created_on")} and state in ('done', 'failed')`,
        (due) => `with picked as (
         select export_id from ${due} limit least($2, 20) for update skip locked),
       gone_part as (
         delete from reporting_export_part x using picked p where x.export_id = p.export_id
         returning x.sha256),
       marked as (${markObjects("gone_part")}),
       gone as (
         delete from reporting_export x using picked p where x.export_id = p.export_id returning 1)
       select count(*)::int as count from gone`,
      ),
    ],
  },
  {
    kind: "webhook-deliveries",
    effect:
      "deliveries of webhooks that were received or given up are deleted, with what was answered",
    days: 30,
    minimumDays: 1,
    maximumDays: 366,
    law: null,
    steps: [deleteRows("webhook_delivery", old("ended_on"))],
  },
  {
    kind: "retention-runs",
    effect: "reports of retention are deleted",
    days: 365,
    minimumDays: 28,
    maximumDays: longest.reports,
    law: null,
    steps: [deleteRows("retention_run", old("started_on"))],
  },
] as const satisfies readonly Rule[];

export type RetentionKind = (typeof rules)[number]["kind"];

export type RetentionRule = Rule & { readonly kind: RetentionKind };

/** The periods that differ from the rules' own: a number of days, or null for ever. */
export type RetentionSettings = Readonly<Partial<Record<RetentionKind, number | null>>>;

/** The rules with the periods that are set. */
export function readRetentionRules(settings: RetentionSettings): readonly RetentionRule[] {
  return rules.map((rule) => {
    const days = settings[rule.kind];
    return days === undefined ? rule : { ...rule, days };
  });
}

/** Finds the rule of a kind, with the period that it has by itself. */
export function findRetentionRule(kind: string): RetentionRule | undefined {
  return rules.find((rule) => rule.kind === kind);
}

/** Whether the office may choose to keep a kind for ever: only what has no period of its own. */
export function mayKeepForEver({ kind }: RetentionRule): boolean {
  return findRetentionRule(kind)?.days === null;
}

/** The kinds that are kept for ever because nobody has set a period for them, not even `never`. */
export function listUndecided(settings: RetentionSettings): readonly RetentionKind[] {
  return rules
    .filter(({ kind, days }) => days === null && settings[kind] === undefined)
    .map(({ kind }) => kind);
}

/** Reads pairs such as `device-logs=90, images=never`. Null: one of them is none, or its period is too short. */
export function parseRetention(text: string): RetentionSettings | null {
  const settings: Partial<Record<RetentionKind, number | null>> = {};
  for (const pair of text.split(",").map((part) => part.trim())) {
    if (pair === "") continue;
    const [, kind, period = ""] = /^([a-z-]+) *= *(never|\d{1,5})$/.exec(pair) ?? [];
    const rule = rules.find((one) => one.kind === kind);
    if (!rule || rule.kind in settings) return null;
    if (period !== "never" && Number(period) < rule.minimumDays) return null;
    settings[rule.kind] = period === "never" ? null : Number(period);
  }
  return settings;
}
