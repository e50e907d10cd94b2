export const strings = {
  nobodyYet: "Nobody yet",
  openJobs: {
    title: "Open jobs at this home",
    sameType: "A job of this type is already open at this home",
    notRaised: "Not raised yet: a job of this type is already open at this home",
    newTab: "opens in a new tab",
    nobody: "nobody has it",
    line: (type: string, when: string, who: string) => `${type}, ${when}, ${who}`,
    raiseAnother: "Raise another one all the same",
  },
  knownHomes: {
    title: "A home with this address is known already",
    notRaised: "Not raised yet: a home with this address is known already",
    noOpenJobs: "It has no open job.",
    use: "Use this home",
    useNamed: (address: string) => `Use this home: ${address}`,
    raiseForNew: "Raise it for a new home all the same",
  },
  leave: {
    title: "Leave without raising the job?",
    confirm: "Leave",
    lost: "What you chose and typed here is lost.",
    isSent: "The job is being sent: it may be raised all the same.",
  },
} as const;
