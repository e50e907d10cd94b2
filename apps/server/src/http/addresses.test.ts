import { describe, expect, it } from "vitest";
import { isPublicEndpoint, lookupPublic } from "./addresses.ts";

describe("The endpoint of a push subscription", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://93.184.215.14/abc",
    "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/abc",
  ])("%s may be called", (endpoint) => {
    expect(isPublicEndpoint(endpoint)).toBe(true);
  });

  it.each([
    "http://fcm.googleapis.com/abc",
    "ftp://fcm.googleapis.com/abc",
    "file:///etc/passwd",
    "not a URL",
    "https://user:secret@fcm.googleapis.com/abc",
    "https://localhost/abc",
    "https://a.localhost/abc",
    "https://localhost./abc",
    "https://printer.local/abc",
    "https://metadata.google.internal/abc",
    "https://intranet/abc",
    "https://127.0.0.1/abc",
    "https://127.1/abc",
    "https://0x7f000001/abc",
    "https://2130706433/abc",
    "https://0.0.0.0/abc",
    "https://10.0.0.1/abc",
    "https://100.64.0.1/abc",
    "https://169.254.169.254/latest/meta-data",
    "https://172.31.0.1/abc",
    "https://192.168.1.1/abc",
    "https://224.0.0.1/abc",
    "https://[::1]/abc",
    "https://[::]/abc",
    "https://[::ffff:127.0.0.1]/abc",
    "https://[64:ff9b::7f00:1]/abc",
    "https://[2002:7f00:1::]/abc",
    "https://[fe80::1]/abc",
    "https://[fd00::1]/abc",
    "https://[ff02::1]/abc",
  ])("%s is refused", (endpoint) => {
    expect(isPublicEndpoint(endpoint)).toBe(false);
  });

  it.each([true, false])("whose name resolves to this machine is not connected to", async (all) => {
    const failed = await new Promise((resolve) => {
      lookupPublic("localhost", { all }, (error) => resolve(error));
    });
    expect(String(failed)).toContain("not allowed");
  });
});
