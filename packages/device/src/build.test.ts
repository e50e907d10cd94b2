import {
  exportChunk,
  exportComplete,
  exportTable,
  logDump,
  logErrors,
  messagePaths,
  ping,
  register,
  signIn,
  sync,
} from "@fieldfare/contract";
import { describe, expect, it } from "vitest";
import { isEmulation, nameInBuild, pathInBuild } from "./build.ts";

describe("a training build", () => {
  it("sends every message below /api/emulate, and reads live data at its usual path", () => {
    for (const path of Object.values(messagePaths))
      expect(pathInBuild(path, true)).toBe(path.replace("/api/", "/api/emulate/"));
    for (const call of [exportChunk, exportComplete, exportTable, logErrors, logDump, register])
      expect(pathInBuild(call.path, true)).toMatch(/^\/api\/emulate\//);
    expect(pathInBuild("/api/job?recovery=true", true)).toBe("/api/emulate/job?recovery=true");
    expect(pathInBuild("/api/jobs", true)).toBe("/api/jobs");
    for (const call of [ping, signIn, sync]) expect(pathInBuild(call.path, true)).toBe(call.path);
  });

  it("keeps its work apart from the live build's on the same phone", () => {
    expect(nameInBuild("fieldfare", true)).not.toBe(nameInBuild("fieldfare", false));
  });

  it("is built on purpose only", () => {
    expect(isEmulation).toBe(false);
    expect(pathInBuild("/api/job/status")).toBe("/api/job/status");
  });
});
