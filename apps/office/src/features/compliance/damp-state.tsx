import type { DampCase } from "@fieldfare/contract/office";
import { formatMoment } from "../../ui/dates.ts";
import { Pill, type Tone } from "../../ui/pill.tsx";
import styles from "./compliance.module.css";
import { strings } from "./strings.ts";

type Clock = DampCase["clocks"][number];

const clockTones: Readonly<Record<Clock["state"], Tone>> = {
  running: "current",
  overdue: "danger",
  met: "good",
  late: "warn",
};

/** Where a clock stands. */
export function ClockState({ state }: { readonly state: Clock["state"] }) {
  return <Pill tone={clockTones[state]}>{strings.clockStates[state]}</Pill>;
}

const caseTones: Readonly<Record<DampCase["state"], Tone>> = {
  overdue: "danger",
  soon: "warn",
  running: "current",
  stopped: "good",
};

/** Where a case stands, and what runs out first. */
export function CaseState({ of: { state, nextDueOn, closedOn } }: { readonly of: DampCase }) {
  if (closedOn !== null) return <Pill tone="neutral">{strings.dampStates.closed}</Pill>;
  return (
    <>
      <Pill tone={caseTones[state]}>{strings.dampStates[state]}</Pill>
      {nextDueOn !== null && <div>{formatMoment(nextDueOn)}</div>}
    </>
  );
}

const hazardTones: Readonly<Record<NonNullable<DampCase["hazard"]>, Tone>> = {
  none: "good",
  significant: "warn",
  emergency: "danger",
};

/** What the last inspection found, and whether other accommodation was offered. */
export function HazardState({ of: { hazard, isRehoused } }: { readonly of: DampCase }) {
  return (
    <div className={styles.marks}>
      {hazard === null ? (
        strings.notInspected
      ) : (
        <Pill tone={hazardTones[hazard]}>{strings.hazards[hazard]}</Pill>
      )}
      {isRehoused && <Pill tone="neutral">{strings.rehoused}</Pill>}
    </div>
  );
}
