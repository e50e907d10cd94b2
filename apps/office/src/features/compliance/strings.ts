import type { GasRecordState, UnsafeClass } from "@fieldfare/domain";

export const strings = {
  title: "Compliance",
  parts: "Parts of compliance",
  gasSafety: "Gas safety records",
  accessAttempts: "Access attempts",
  defects: "Defects and notices",
  loading: "Homes are loading",
  weeks: "Homes by the week in which their record runs out",
  missing: "No record",
  overdue: "Overdue",
  weekFrom: "week from",
  later: "Later",
  homesOf: (count: number) => (count === 1 ? "home," : "homes,"),
  jobsRaised: (count: number) => `, ${count} with a job raised`,
  withJob: "A job is raised",
  withoutJob: "No job yet",
  onlyWithoutJob: "Only homes without a job",
  csv: (count: number) => `Download CSV (${count} shown)`,
  shown: (count: number, hasMore: boolean) => {
    const homes = count === 1 ? "1 home" : `${count} homes`;
    return hasMore ? `${homes} shown, there are more` : `${homes} shown`;
  },
  more: "Show more",
  runsOut: "Runs out",
  address: "Address",
  lastRecord: "Last record",
  checkFrom: "Check from",
  checkFromNote: "From this day on a check keeps the date (regulation 36A)",
  attempts: "Attempts without access",
  job: "Job raised",
  uprn: "UPRN",
  engineer: "Engineer",
  nobody: "nobody has it",
  raise: "Raise job",
  raiseFor: (address: string) => `Raise job at ${address}`,
  afterDue: "After the record runs out",
  noGasAppliance: "No gas appliance is listed",
  none: "None",
  now: "Now",
  state: {
    missing: "No record",
    overdue: "Overdue",
    window: "Check now keeps the date",
    valid: "Valid",
  } satisfies Record<GasRecordState, string>,
  emptyTitle: "No home is in this group",
  emptyAdvice: "Choose another week above.",
  emptyWithoutJob: "Every home in this group has a job raised, or there is none.",
  noneTitle: "No gas safety records yet",
  noneAdvice:
    "A home is listed here when an engineer completes a gas safety record there, or when its list of appliances has one that burns gas.",
  attemptsLoading: "Attempts are loading",
  atLeast: "Homes with at least",
  attemptCount: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
  inARow: (count: number) =>
    count === 1 ? "1 attempt without access" : `${count} attempts without access in a row`,
  since: (moment: string | null) =>
    moment === null ? "No visit with access is known." : `Access was last gained on ${moment}.`,
  recordDue: (day: string, isOver: boolean) =>
    isOver ? `The gas safety record ran out on ${day}` : `The gas safety record runs out on ${day}`,
  attemptsOf: (address: string) => `Attempts at ${address}`,
  ended: "Ended, by the phone",
  received: "Received",
  jobOfAttempt: "Job",
  reason: "Reason",
  notes: "What the engineer wrote",
  photos: "Photos",
  unknown: "Not known",
  evidence: "Evidence (PDF)",
  evidenceOf: (address: string) => `Evidence (PDF) of the attempts at ${address}`,
  evidenceNote:
    "One document of the attempts in a row, with times, places, and photos with their hashes. It is filed with the last job and signed, so that anybody can check it.",
  noAttemptsTitle: (count: number) =>
    count === 1
      ? "No home has an attempt without access"
      : `No home has ${count} attempts without access in a row`,
  noAttemptsAdvice:
    "Homes are listed here when engineers close jobs there without access, until somebody gets in.",
  formsLoading: "Records are loading",
  formKind: "Form",
  anyForm: "Records and notices",
  formKinds: { "gas-safety-record": "Gas safety record", "warning-notice": "Warning notice" },
  classification: "Class",
  anyClass: "Any class",
  classes: {
    ID: "Immediately Dangerous",
    AR: "At Risk",
    NCS: "Not to Current Standards",
  } satisfies Record<UnsafeClass, string>,
  noClass: "No class",
  onlyOpen: "Only homes where a danger is not ended",
  completed: "Completed",
  found: "What was found and done",
  homeState: "Home",
  open: "Danger not ended",
  notOpen: "No open danger",
  nextJob: "Next open job",
  noJob: "No open job",
  done: (text: string) => `Done: ${text}`,
  notice: (number: string) => (number === "" ? "Notice issued" : `Notice ${number}`),
  noNotice: "No warning notice",
  refused: "Making safe was refused",
  reportable: "Reportable (RIDDOR)",
  formsShown: (count: number, hasMore: boolean) => {
    const forms = count === 1 ? "1 form" : `${count} forms`;
    return hasMore ? `${forms} shown, there may be more` : `${forms} shown`;
  },
  noFormsTitle: "No record with a defect and no warning notice",
  noFormsAdvice:
    "They are listed here when an engineer completes one. Remove a filter if you look for another one.",
  csvColumns: { appliance: "Appliance", fault: "Fault", action: "Action", notice: "Notice" },
} as const;
