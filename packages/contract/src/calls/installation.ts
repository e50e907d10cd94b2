import { defineCall } from "../call.ts";
import {
  acknowledged,
  id,
  isoDateTime,
  namedSchema,
  imageDataUrl,
  pin,
  text,
  z,
} from "../schema.ts";

const deviceState = z.literal([1, 2, 3, 4, 5]);
const permission = z.enum(["granted", "denied", "prompt", "unsupported"]);

/** What the server has received from a device whose browser lost its data. */
const receivedWork = namedSchema(
  "ReceivedWork",
  z.object({
    /** The number of messages that this device sent with an order. */
    messages: z.int(),
    /** The last change of a job of this engineer; null: none yet. */
    lastStep: z.nullable(
      z.object({ formattedJobId: text(50), status: text(20), changedOn: isoDateTime }),
    ),
    /**
     * The engineer's visits with access gained, latest first. What is recorded in them reaches the server when the job
     * ends, so after a loss it has to be recorded again. Absent: the server is of a build that does not list them.
     */
    openVisits: z.optional(z.array(z.object({ formattedJobId: text(50), changedOn: isoDateTime }))),
  }),
);
export type ReceivedWork = z.output<typeof receivedWork>;

export const getInstallation = defineCall({
  name: "getInstallation",
  method: "GET",
  path: "/api/installation",
  audience: "engineer",
  withoutDevice: true,
  summary:
    "The state of this device: notFound 1, locked 2, clientRecovery 3, valid 4, clientOnlyInstall 5",
  query: z.object({
    /** True if this browser still has the data of its installation. */
    hasLocalData: z.optional(z.enum(["true", "false"])),
  }),
  response: z.object({
    deviceState,
    deviceId: z.nullable(id),
    /** Present if this browser has no data of the device that `deviceId` names. */
    received: z.optional(receivedWork),
  }),
});

export const checkInstallation = defineCall({
  name: "checkInstallation",
  method: "POST",
  path: "/api/installation/check",
  audience: "engineer",
  withoutDevice: true,
  summary: "Whether this engineer may install on this browser",
  body: z.object({ deviceId: z.nullable(id), userAgent: text(1000) }),
  response: z.object({
    outcome: z.enum(["ok", "UserConfigurationError", "ExistingDeviceRegistrationFound"]),
  }),
});

export const installation = namedSchema(
  "Installation",
  z.object({
    deviceId: id,
    browserWarningAcknowledged: z.boolean(),
    notificationPerm: permission,
    cameraPerm: permission,
    locationPerm: permission,
    userPin: pin,
    engineerSignature: imageDataUrl,
    iconInstall: z.enum(["accepted", "manual", "dismissed"]),
    userAgent: text(1000),
    installedOn: isoDateTime,
  }),
);
export type Installation = z.output<typeof installation>;

export const register = defineCall({
  name: "register",
  method: "POST",
  path: "/api/installation/register",
  audience: "engineer",
  isSigned: true,
  withoutDevice: true,
  summary: "Register this browser as the engineer's device, with PIN and signature",
  body: installation,
  response: z.object({
    deviceState,
    deviceId: id,
    /** True: the office has to approve this device before it works. */
    awaitsApproval: z.optional(z.boolean()),
  }),
});

export const setPin = defineCall({
  name: "setPin",
  method: "POST",
  path: "/api/installation/pin",
  audience: "engineer",
  isSigned: true,
  withoutDevice: true,
  summary:
    "Set the PIN of a registered device, or register a further device of an engineer who has one",
  body: z.object({
    deviceId: id,
    pin,
    userAgent: z.optional(text(1000)),
    /** Set by a browser that lost its data of this engineer; the office gets an alarm. */
    lost: z.optional(
      z.object({
        /** How many messages the device had ever queued; null if no record of it is left. */
        queuedMessages: z.nullable(z.int()),
      }),
    ),
  }),
  response: z.extend(acknowledged, {
    received: z.optional(receivedWork),
    /** The engineer's last signature, for a phone that lost it; absent if the server has none. */
    signature: z.optional(imageDataUrl),
  }),
});
