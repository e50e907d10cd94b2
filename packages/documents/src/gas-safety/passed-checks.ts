import type { Answers } from "./answers.ts";

/** The answers of a gas safety record about a room-sealed appliance without a defect. For the demo and for tests. */
export const passedAppliance = {
  inspected: "yes",
  combustionTested: "yes",
  safetyDevices: "yes",
  ventilation: "yes",
  flueCondition: "pass",
  termination: "pass",
  flueFlow: "na",
  spillage: "na",
  applianceVisual: "pass",
  serviced: "yes",
  safeToUse: "yes",
  hasDefect: "no",
} as const satisfies Answers;

/** The answers about the pipework and the alarms of a home without a defect. For the demo and for tests. */
export const passedHome = {
  pipeworkVisual: "pass",
  tightnessTest: "pass",
  tightnessDrop: 0,
  emergencyControlAccessible: "yes",
  equipotentialBonding: "yes",
  coAlarmFitted: "yes",
  coAlarmInDate: "yes",
  coAlarmTested: "pass",
  smokeAlarmFitted: "yes",
  smokeAlarmTested: "pass",
} as const satisfies Answers;
