import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { putPhoneSettings, readPhoneSettings } from "./phone-settings.ts";

/** The routes of the settings of phones that the office chooses. */
export function phoneSettingRoutes(server: Server): Route[] {
  const { database } = server;
  return [
    // The office: the settings of phones, and how many phones have them.
    route(office.readPhoneSettings, () => readPhoneSettings(database, server)),
    // The office: other settings of phones.
    route(office.putPhoneSettings, async ({ body, request }) => {
      const answer = await makeChange(database, readAuditSource(request), (change) =>
        putPhoneSettings(change, server, body),
      );
      await server.phoneSettings.refresh();
      return answer;
    }),
  ];
}
