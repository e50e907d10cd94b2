import type { FastifyRequest } from "fastify";
import type { AuditSource } from "../database/audit.ts";
import { readDeviceId } from "./devices.ts";

/** Reads who made a request, and from where. */
export function readAuditSource(request: FastifyRequest): AuditSource {
  const { identity } = request;
  return {
    actor: identity && { id: identity.id, name: identity.name },
    address: request.ip,
    deviceId: readDeviceId(request),
  };
}
