import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createAddressRule } from "../../http/addresses.ts";
import { postJson } from "./post.ts";
import { newWebhookSecret, signContent } from "./sign.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const local = createAddressRule(["127.0.0.0/8", "::1"]);

function post(url: string, { addresses = local, timeoutMs = 20_000 } = {}) {
  const { signal } = new AbortController();
  return postJson({ url, headers: {}, body: "{}" }, { addresses, timeoutMs, signal });
}

describe("What a receiver answers", () => {
  it("counts by its status, however long its body is", async () => {
    let written = 0;
    const port = await listen(
      createServer((_request, response) => {
        response.writeHead(200);
        const write = () => {
          while (!response.destroyed && response.write("x".repeat(1_000))) written += 1_000;
        };
        response.on("drain", write);
        write();
      }),
    );
    const result = await post(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ status: 200, error: null });
    expect(result.answer).toBe("x".repeat(500));
    expect(written).toBeGreaterThan(16_384);
  });

  it("counts by its status, although its body is shorter than it says", async () => {
    const port = await listen(
      createServer((_request, response) => {
        response.writeHead(202, { "content-length": "1000" });
        response.write("short", () => response.destroy());
      }),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: 202,
      error: null,
      answer: "short",
    });
  });

  it("is an error without a status in time, and the connection is closed", async () => {
    const closed = Promise.withResolvers<void>();
    const port = await listen(
      createServer((request) => void request.on("close", () => closed.resolve())),
    );
    const result = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 100 });
    expect(result).toMatchObject({ status: null, answer: null });
    expect(result.error).toMatch(/no answer within/);
    await closed.promise;
  });

  it("is stored without characters that no screen takes", async () => {
    const port = await listen(
      createServer((_request, response) => {
        response.writeHead(500);
        response.end(Buffer.from([0x61, 0x00, 0xff, 0x1b, 0x62]));
      }),
    );
    const result = await post(`http://127.0.0.1:${port}/`);
    expect(result.answer).toBe("a\u{FFFD}\u{FFFD}\u{FFFD}b");
    expect(result.error).toBe("The receiver answered 500");
  });

  it("is an error if it leads elsewhere, and nothing is sent there", async () => {
    const paths: (string | undefined)[] = [];
    const port = await listen(
      createServer((request, response) => {
        paths.push(request.url);
        response.writeHead(307, { location: "/inside" }).end();
      }),
    );
    const result = await post(`http://127.0.0.1:${port}/hook`);
    expect(result.error).toMatch(/redirects are not followed/);
    expect(paths).toEqual(["/hook"]);
  });

  it("is an error if it is no HTTP", async () => {
    const port = await listen(
      createServer((request) => void request.socket.end("SSH-2.0-OpenSSH_9.2\r\n")),
    );
    const result = await post(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ status: null });
    expect(result.error).toMatch(/cannot be reached/);
  });
});

describe("Addresses that are not allowed", () => {
  it.each(["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"])(
    "%s gets nothing",
    async (host) => {
      let requests = 0;
      const port = await listen(createServer(() => (requests += 1)));
      const result = await post(`http://${host}:${port}/`, { addresses: createAddressRule() });
      expect(result.error).toMatch(/not allowed/);
      expect(requests).toBe(0);
    },
  );

  it("are those of other networks than the ones that are set", () => {
    const rule = createAddressRule(["10.1.0.0/16", "fd00::/8", "192.168.4.2"]);
    expect(
      ["10.1.2.3", "fd12::1", "192.168.4.2", "93.184.215.14"].map((address) =>
        rule.isAllowed(address),
      ),
    ).toEqual([true, true, true, true]);
    expect(
      ["10.2.0.1", "192.168.4.3", "169.254.169.254", "::1"].map((address) =>
        rule.isAllowed(address),
      ),
    ).toEqual([false, false, false, false]);
  });
});

describe("The signature", () => {
  it("is that of the specification's example", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const content = {
      eventId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    expect(signContent([secret], content)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("is made with secrets of 24 to 64 bytes, each another one", () => {
    const [first, second] = [newWebhookSecret(), newWebhookSecret()];
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(first).not.toBe(second);
  });
});
