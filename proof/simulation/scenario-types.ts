import type { Device, DrainResult, JobRow } from "@fieldfare/device";
import type { NodeDevice, Random } from "@fieldfare/device/testing";
import type { Result } from "@fieldfare/domain";
import type { Interceptor, NetworkProfile } from "./network.ts";
import type { Office } from "./office.ts";
import type { Phone, PhoneOptions, ProcessName } from "./phone.ts";
import type { Clock, RunningServer, World } from "./world.ts";

/** What a mutation check puts in the place of the real thing. */
export interface Mutant {
  readonly drain?: (device: Device) => Promise<DrainResult>;
  readonly intercept?: Interceptor;
  readonly ports?: PhoneOptions["ports"];
  /** With which the day begins, so that what is looked for comes soon. */
  readonly networkProfile?: NetworkProfile;
}

/** One thing that an engineer taps. */
export interface Tap {
  readonly name: string;
  readonly weight: number;
  readonly run: (device: Device, job: JobRow, random: Random) => Promise<Result<unknown, string>>;
}

export interface Scenario {
  readonly world: World;
  readonly clock: Clock;
  readonly server: RunningServer;
  readonly office: Office;
  readonly phones: readonly Phone[];
  /** Steps that the server stays down. */
  serverDownForSteps: number;
  readonly drain: (device: Device) => Promise<DrainResult>;
  readonly log: (text: string) => void;
  /** Something that must never be. */
  readonly reportViolation: (text: string) => void;
  /** A generator of its own for one of several things that run at once. */
  readonly forkRandom: (random: Random) => Random;
  /** Runs work in a process and tells how it went. */
  readonly runAndLog: (
    phone: Phone,
    what: string,
    process: ProcessName,
    work: (node: NodeDevice) => Promise<string | void>,
  ) => Promise<void>;
}
