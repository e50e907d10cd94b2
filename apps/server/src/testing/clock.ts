import { afterAll, beforeEach } from "vitest";
import type { ServerConfig } from "../config.ts";
import { type InProcessServer, startInProcessServer } from "./in-process.ts";

/**
 * Gives a file of tests a server with a clock of its own, which goes on as the real one does. A test moves it forward;
 * the next one begins at the real time. The server ends with the file.
 */
export function aServerWithClock() {
  /** How far the server's clock is ahead. */
  const clock = { aheadMs: 0 };
  let server: InProcessServer | undefined;
  beforeEach(() => {
    clock.aheadMs = 0;
  });
  afterAll(() => server?.close());
  const start = async (config: Partial<ServerConfig> = {}): Promise<InProcessServer> => {
    const now = () => new Date(Date.now() + clock.aheadMs);
    server = await startInProcessServer({ ...config, now });
    return server;
  };
  return { clock, start };
}
