import { messagePaths } from "@fieldfare/contract";
import { describe, expect, it } from "vitest";
import { isEmulation, nameInBuild, pathInBuild } from "./build.ts";

describe("a training build", () => {
  it("sends jobs, their parts and mileage below /api/emulate, and nothing else", () => {
    const paths = Object.values(messagePaths).map((path) => pathInBuild(path, true));
    const emulated = paths.filter((path) => path.startsWith("/api/emulate/"));
    expect(emulated).toEqual([
      "/api/emulate/job/status",
      "/api/emulate/job/hold",
      "/api/emulate/job/image",
      "/api/emulate/job/noaccess",
      "/api/emulate/job/return",
      "/api/emulate/job/remove",
      "/api/emulate/job/reject",
      "/api/emulate/part/collected",
      "/api/emulate/job/notice/confirm",
      "/api/emulate/mileage/fieldoperative/add",
      "/api/emulate/mileage/fieldoperative/edit",
      "/api/emulate/mileage/fieldoperative/remove",
    ]);
    expect(pathInBuild("/api/job?recovery=true", true)).toBe("/api/emulate/job?recovery=true");
    expect(pathInBuild("/api/jobs", true)).toBe("/api/jobs");
    expect(pathInBuild("/api/auth/ping", true)).toBe("/api/auth/ping");
  });

  it("keeps its work apart from the live build's on the same phone", () => {
    expect(nameInBuild("fieldfare", true)).not.toBe(nameInBuild("fieldfare", false));
  });

  it("is made on purpose only", () => {
    expect(isEmulation).toBe(false);
    expect(pathInBuild("/api/job/status")).toBe("/api/job/status");
  });
});
