import type { FastifyRequest } from "fastify";
import type { AuditSource } from "../database/audit.ts";
import { bindRepeatKey } from "../database/recorded-answers.ts";
import { readDeviceId } from "./devices.ts";
import { type KeyProof, readKeyProof } from "./key-proof.ts";

/** Reads who made a request, and from where. */
export function readAuditSource(request: FastifyRequest): AuditSource {
  const { identity, repeatKey } = request;
  const source: AuditSource = {
    actor: identity && { id: identity.id, name: identity.name },
    address: request.ip,
    deviceId: readDeviceId(request),
  };
  if (repeatKey) {
    bindRepeatKey(source, repeatKey);
    // A second change of the request would otherwise get the result of the first.
    request.repeatKey = null;
  }
  return source;
}

/** Reads the same of a call that devices sign, with the proof that it came from its device. */
export function readDeviceSource(request: FastifyRequest): DeviceSource {
  return { ...readAuditSource(request), proof: readKeyProof(request) };
}

/** Who made a request that devices sign, from where, and the proof that it came from its device. */
export interface DeviceSource extends AuditSource {
  readonly proof: KeyProof;
}
