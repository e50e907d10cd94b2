import type { Device, DrainResult, JobRow } from "@fieldfare/device";
import type { NodeDevice, Random } from "@fieldfare/device/testing";
import type { Result } from "@fieldfare/domain";
import type { Interceptor, NetworkProfile } from "./network.ts";
import type { Office } from "./office.ts";
import type { Phone, PhoneOptions, ProcessName } from "./phone.ts";
import type { Clock, RunningServer, World } from "./world.ts";

/** What a mutation check replaces. */
export interface Mutant {
  readonly drain?: (device: Device) => Promise<DrainResult>;
  readonly intercept?: Interceptor;
  readonly ports?: PhoneOptions["ports"];
  /** The office wipes a phone at the end. */
  readonly wipesPhone?: true;
  /** The network profile at the start, so that the defect shows early. */
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
  /** Number of steps for which the server stays down. */
  serverDownForSteps: number;
  readonly drain: (device: Device) => Promise<DrainResult>;
  readonly log: (text: string) => void;
  /** Records that a rule was broken. */
  readonly reportViolation: (text: string) => void;
  /** Creates a random generator for one of several activities that run at once, so that their draws do not mix. */
  readonly forkRandom: (random: Random) => Random;
  /** Runs work in a process and logs its outcome. */
  readonly runAndLog: (
    phone: Phone,
    what: string,
    process: ProcessName,
    work: (node: NodeDevice) => Promise<string | void>,
  ) => Promise<void>;
}
