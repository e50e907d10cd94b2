import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that takes almost no time compared with the measured server: requests are prepared as bytes. */
export interface RawConnection {
  /** Sends one request and waits for the whole answer. */
  send(request: Buffer): Promise<RawAnswer>;
  close(): void;
}

export interface RawAnswer {
  readonly status: number;
  /** Bytes of the body. */
  readonly length: number;
  /** The first bytes of the body, as text. */
  readonly head: string;
}

/** Connects to the host and port of the URL, without TLS. `send` fails if the server closes the connection. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.setNoDelay(true);
  return {
    send: (request) => sendRequest(socket, request),
    close: () => void socket.destroy(),
  };
}

function sendRequest(socket: Socket, request: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let head = "";
    let body = -1;
    let received = 0;
    const end = () => {
      socket.off("data", onData);
      socket.off("error", reject);
      socket.off("close", onClose);
    };
    const onClose = () => {
      end();
      reject(new Error("The server closed the connection"));
    };
    const onData = (chunk: Buffer) => {
      if (body < 0) {
        head += chunk.toString("latin1");
        const headerEnd = head.indexOf("\r\n\r\n");
        if (headerEnd < 0) return;
        const length = /content-length: (\d+)/i.exec(head)?.[1];
        if (length === undefined) return reject(new Error(`An answer without a length: ${head}`));
        body = Number(length);
        received = head.length - headerEnd - 4;
      } else received += chunk.length;
      if (received < body) return;
      end();
      resolve({
        status: Number(head.slice(9, 12)),
        length: body,
        head: head.slice(head.indexOf("\r\n\r\n") + 4),
      });
    };
    socket.on("data", onData);
    socket.on("error", reject);
    socket.on("close", onClose);
    socket.write(request);
  });
}

/** Builds the bytes of a request. The headers `Host` and, with a body, `Content-Length` are added. */
export function rawRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): Buffer {
  const lines = Object.entries({
    Host: "127.0.0.1",
    ...headers,
    ...(body && { "Content-Length": String(Buffer.byteLength(body)) }),
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}
