import { buildNumber, header } from "@fieldfare/contract";
import type { FastifyRequest } from "fastify";
import { hasEndedSql } from "../../database/ended-sign-ins.ts";
import type { Server } from "../../http/server.ts";
import { openJobIds } from "../jobs/store.ts";
import { openCommands, storeUnsent } from "./store.ts";

/** A phone polls in full at least once an hour. */
const maxAgeSeconds = 2 * 3600;
/** The id of the sign-in, and when the tag was made in seconds since 1970. */
const headBytes = 16 + 4;

/**
 * Makes the tag of a poll. With it the ping of this phone asks whether a poll would bring anything, without the token,
 * which is longer than everything else in the request. It lasts for two hours, and opens nothing else.
 */
export function makePollTag(server: Server, deviceId: string, familyId: string): string {
  const head = Buffer.alloc(headBytes);
  head.write(familyId.replaceAll("-", ""), "hex");
  head.writeUInt32BE(readSeconds(server), 16);
  const signature = server.tokens.signPoll(signedText(server, deviceId, head));
  return `"${Buffer.concat([head, signature]).toString("base64url")}"`;
}

/**
 * Answers for a ping whether its phone has polled before, its sign-in goes on, and a poll would bring nothing. Then it
 * counts as a contact of the phone, which has nothing to send.
 */
export async function bringsNothing(
  server: Server,
  request: FastifyRequest,
  deviceId: string,
): Promise<boolean> {
  const { database } = server;
  const familyId = readPollTag(server, deviceId, readTag(request));
  if (familyId === null) return false;
  const fieldOperativeId = await findEngineer(server, deviceId, familyId);
  if (fieldOperativeId === null) return false;
  const isRecovery = false;
  const [commands, jobIds] = await Promise.all([
    openCommands(database, fieldOperativeId, deviceId),
    openJobIds(database, fieldOperativeId, deviceId, isRecovery),
  ]);
  if (commands.length > 0 || jobIds.length > 0) return false;
  const nothing = { messages: 0, seconds: 0, blockedKeys: 0 };
  await storeUnsent(database, deviceId, nothing, server.config.now());
  request.polledBy = fieldOperativeId;
  return true;
}

/** Returns the tag of the request; empty if it has none. A proxy that compresses answers marks tags as weak. */
export function readTag(request: FastifyRequest): string {
  const tag = request.headers[header.ifNoneMatch.toLowerCase()];
  return typeof tag === "string" ? tag.replace(/^W\//, "") : "";
}

/** Returns the sign-in of a tag that was made for this device, this build and these data, and is not too old. */
function readPollTag(server: Server, deviceId: string, tag: string): string | null {
  if (!/^"[\w-]{43}"$/.test(tag)) return null;
  const bytes = Buffer.from(tag.slice(1, -1), "base64url");
  const head = bytes.subarray(0, headBytes);
  const text = signedText(server, deviceId, head);
  if (!server.tokens.verifyPoll(text, bytes.subarray(headBytes))) return null;
  const age = readSeconds(server) - head.readUInt32BE(16);
  if (age < 0 || age > maxAgeSeconds) return null;
  return head.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What changes for every phone changes each tag: data that were restored, and a new build. */
function signedText({ settings }: Server, deviceId: string, head: Buffer): string {
  return `${head.toString("hex")} ${deviceId} ${settings.epoch} ${buildNumber}`;
}

function readSeconds({ config }: Server): number {
  return Math.floor(config.now().getTime() / 1000);
}

/** The engineer of a sign-in on this device; null if it has ended or the account is disabled. */
async function findEngineer(
  { database }: Server,
  deviceId: string,
  familyId: string,
): Promise<string | null> {
  const { rows } = await database.pool.query<{ fieldOperativeId: string }>({
    name: "poll-tag",
    text: `select d.field_operative_id as "fieldOperativeId"
             from token_family f
             join account a on a.account_id = f.account_id and a.disabled_on is null
             join device d on d.device_id = $1 and d.field_operative_id = a.field_operative_id
            where f.family_id = $2 and not ${hasEndedSql("f")}
              and coalesce(f.device_id, d.device_id) = d.device_id`,
    values: [deviceId, familyId],
  });
  return rows[0]?.fieldOperativeId ?? null;
}
