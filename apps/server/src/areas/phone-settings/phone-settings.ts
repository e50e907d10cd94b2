import { sql } from "drizzle-orm";
import type { CallBody } from "@fieldfare/contract";
import type { PhoneSettingsReport, putPhoneSettings as putCall } from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { followMs, readChosen } from "../../database/phone-settings.ts";
import { lockSettings, readSetting, writeSetting } from "../../database/settings.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { makeVersion } from "../../http/versions.ts";

type Settings = Pick<Server, "config" | "phoneSettings" | "publicUrl">;

/** Reads the settings of phones, where each comes from, and how many phones have them. */
export async function readPhoneSettings(
  { orm }: Pick<Database, "orm">,
  { config, phoneSettings: { otherwise }, publicUrl }: Settings,
): Promise<PhoneSettingsReport> {
  const stored = await readSetting({ orm }, "phoneSettings");
  const chosen = readChosen(stored);
  const changedOn = stored?.changedOn ?? null;
  const { rows } = await orm.execute<{ phones: number; phonesWithThem: number }>(sql`
    select count(*)::int as phones,
           count(*) filter (where ${changedOn}::timestamptz is null
             or d.settings_read_on > ${changedOn}::timestamptz + ${followMs} * interval '1 ms')::int as "phonesWithThem"
      from device d join account a on a.field_operative_id = d.field_operative_id
     where not d.locked and not d.awaits_approval and a.disabled_on is null
       and d.installation ->> 'isTraining' is distinct from 'true'
       and coalesce(d.last_contact_on, d.registered_on) > now() - interval '30 days'`);
  const [counts = { phones: 0, phonesWithThem: 0 }] = rows;
  return {
    inForce: { ...otherwise, ...chosen },
    otherwise,
    chosen,
    version: makeVersion(chosen),
    changedOn,
    phones: counts.phones,
    phonesWithThem: counts.phonesWithThem,
    server: {
      adminPath: config.adminPath,
      publicUrl: publicUrl(),
      syncMinSizeInMb: config.syncMinSizeInMb,
      syncMaxSizeInMb: config.syncAnswerBytes / 1_000_000,
      providerSignIn: (config.oidc?.engineers.length ?? 0) > 0,
    },
  };
}

/** Stores what the office chooses, unless somebody else has changed it since the caller read it. */
export async function putPhoneSettings(
  { orm, record }: Change,
  settings: Settings,
  { chosen, version }: CallBody<typeof putCall>,
): Promise<PhoneSettingsReport | Refusal> {
  await lockSettings(orm);
  const before = readChosen(await readSetting({ orm }, "phoneSettings"));
  if (makeVersion(before) !== version)
    return refuse("conflict", { detail: "Somebody else has changed these settings" });
  const { syncMinSizeInMb, syncAnswerBytes } = settings.config;
  const maximum = syncAnswerBytes / 1_000_000;
  const { syncWarnSizeInMb = maximum } = chosen;
  if (syncWarnSizeInMb < syncMinSizeInMb || syncWarnSizeInMb > maximum)
    return refuse("invalid", {
      issues: [
        {
          path: "chosen.syncWarnSizeInMb",
          message: `From ${syncMinSizeInMb} to ${maximum} megabytes, as the server's environment allows`,
        },
      ],
    });
  const after = readChosen({ values: chosen, changedOn: "" });
  if (makeVersion(before) !== makeVersion(after)) {
    await writeSetting({ orm }, "phoneSettings", {
      values: after,
      changedOn: new Date().toISOString(),
    });
    record({
      action: "phone-settings-changed",
      objectType: "setting",
      objectId: "phoneSettings",
      before,
      after,
    });
  }
  return readPhoneSettings({ orm }, settings);
}
