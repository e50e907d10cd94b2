import { buildApps } from "./build.ts";

const builds = await buildApps();
process.exitCode = builds.some(({ done }) => done === "failed") ? 1 : 0;
