import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * The part of S3 that the object store needs (PUT, GET, HEAD and DELETE of an object, path style), for tests. Bytes go over
 * HTTP, and signatures (version 4) are checked.
 */
export interface FakeS3 {
  readonly endpoint: string;
  /** Answers the next `count` requests with `status`. */
  failNext(count: number, status: number): void;
  close(): Promise<void>;
}

interface Options {
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Starts an object store that keeps everything in memory, at a free port of this computer. */
export async function startFakeS3(options: Options): Promise<FakeS3> {
  const storedObjects = new Map<string, Buffer>();
  let failure = { count: 0, status: 500 };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray());
    const path = new URL(request.url ?? "/", "http://s3").pathname;
    if (failure.count > 0) {
      failure = { ...failure, count: failure.count - 1 };
      return refuse(response, failure.status, "Failing");
    }
    if (!isSigned(request, body, options)) return refuse(response, 403, "SignatureDoesNotMatch");
    if (!path.startsWith(`/${options.bucket}/`)) return refuse(response, 404, "NoSuchBucket");
    if (request.method === "PUT") {
      storedObjects.set(path, body);
      return void response.writeHead(200, { etag: '"x"' }).end();
    }
    if (request.method === "DELETE") {
      storedObjects.delete(path);
      return void response.writeHead(204).end();
    }
    const found = storedObjects.get(path);
    if (!found) return refuse(response, 404, "NoSuchKey");
    response.writeHead(200, { "content-length": found.length, etag: '"x"' });
    response.end(request.method === "HEAD" ? undefined : found);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port is free");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    failNext(count, status) {
      failure = { count, status };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}

function isSigned(request: IncomingMessage, body: Buffer, options: Options): boolean {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (!authorization) return false;
  const [, key = "", day = "", region = "", signed = "", signature] = authorization;
  const claimed = String(request.headers["x-amz-content-sha256"]);
  const url = new URL(request.url ?? "/", "http://s3");
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .toSorted()
      .join("&"),
    ...signed.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}`),
    "",
    signed,
    claimed,
  ].join("\n");
  const text = [
    "AWS4-HMAC-SHA256",
    String(request.headers["x-amz-date"]),
    `${day}/${region}/s3/aws4_request`,
    hash(canonical),
  ].join("\n");
  const signingKey = [day, region, "s3", "aws4_request"].reduce(
    (secret: string | Buffer, part) => hmac(secret, part),
    `AWS4${options.secretAccessKey}`,
  );
  return (
    key === options.accessKeyId &&
    (claimed === hash(body) || claimed === "UNSIGNED-PAYLOAD") &&
    hmac(signingKey, text).toString("hex") === signature
  );
}

const hash = (value: string | Buffer) => createHash("sha256").update(value).digest("hex");
const hmac = (secret: string | Buffer, value: string) =>
  createHmac("sha256", secret).update(value).digest();
