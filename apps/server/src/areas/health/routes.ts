import {
  buildNumber,
  demoLogins,
  getClientSettings,
  health,
  healthLive,
  healthReady,
  z,
} from "@fieldfare/contract";
import { readSetting } from "../../database/settings.ts";
import { createSettingsRecorder, readDeviceId } from "../../http/devices.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { watchImageStore } from "./image-store.ts";
import { answerInTime, createReadiness } from "./readiness.ts";

/** The routes that say whether the server runs and is ready, and how it does. */
export function healthRoutes(server: Server): Route[] {
  const { database, schema, objects, config, escrowKeys, publicUrl, isStopping } = server;
  const canStoreImages = watchImageStore(objects, config.now);
  const recordSettingsRead = createSettingsRecorder(database);
  const readReadiness = createReadiness({ schema, canStoreImages, isStopping });
  return [
    // Anyone: whether the server and its database answer, and whether photos can be stored.
    route(health, async ({ reply }) => {
      const isDatabaseUp = await answerInTime(
        database.pool.query("select 1").then(
          () => true,
          () => false,
        ),
        false,
      );
      if (isDatabaseUp) {
        const images = (await canStoreImages()) ? {} : { images: "unavailable" as const };
        return { status: "ok" as const, buildNumber, ...images };
      }
      reply.code(503).serializer(JSON.stringify).send({ status: "unavailable", buildNumber });
      return responseSent;
    }),
    // Anyone: whether the process answers.
    route(healthLive, async () => ({ status: "ok" as const, buildNumber })),
    // Anyone: whether this server should get requests.
    route(healthReady, async ({ reply }) => {
      const readiness = await readReadiness();
      if (readiness.status === "ready") return readiness;
      reply.code(503).serializer(JSON.stringify).send(readiness);
      return responseSent;
    }),
    // Anyone: the app settings that the operator of the system has configured.
    route(getClientSettings, async ({ request }) => {
      // Not awaited: phones get their settings also while the database does not answer.
      void recordSettingsRead(readDeviceId(request)).catch(() => null);
      return {
        supportPhone: config.supportPhone,
        standaloneOnly: config.standaloneOnly,
        adminPath: config.adminPath,
        sync: {
          warnSizeInMb: config.syncWarnSizeInMb,
          minSizeInMb: config.syncMinSizeInMb,
          maxSizeInMb: config.syncAnswerBytes / 1_000_000,
        },
        blockPolling: config.blockPolling,
        lockAfterMinutes: config.lockAfterMinutes,
        publicUrl: publicUrl(),
        escrowKey: escrowKeys.published,
        providerSignIn: (config.oidc?.engineers.length ?? 0) > 0,
      };
    }),
    // Anyone: the demo logins, while demo data is loaded.
    route(demoLogins, async () => {
      const saved = z.safeParse(demoLogins.response, await readSetting(database, "demo"));
      return saved.success ? saved.data : { logins: [] };
    }),
  ];
}
