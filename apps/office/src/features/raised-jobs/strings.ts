import { formatCount } from "../../ui/count.ts";
export const strings = {
  title: "Jobs raised on site",
  loading: "The jobs are loading",
  toDecide: (count: number) => formatCount(count, "job needs you", "jobs need you"),
  nothingToDecide: "No job that is shown needs you",
  engineer: "Engineer",
  anybody: "Anybody",
  closed: "Closed jobs too",
  csv: (count: number) => `Download CSV (${count} shown)`,
  more: "Show more",
  shown: (count: number, hasMore: boolean) => {
    const jobs = formatCount(count, "job");
    return hasMore ? `${jobs} shown, there are more` : `${jobs} shown`;
  },
  nothing: "No job matches",
  nothingAdvice:
    "What engineers raise with New Job on their phones is listed here until it is closed. Show closed jobs too, or remove a filter.",
  job: "Job",
  raised: "Raised",
  raisedBy: (name: string) => `by ${name}`,
  raisedByColumn: "Raised by",
  work: "What is to be done",
  dates: "Dates",
  response: (when: string) => `Response by ${when}`,
  completion: (when: string) => `Completion by ${when}`,
  state: "State",
  nobody: "Nobody has it",
  priority: "Priority",
  client: "Client",
  address: "Address",
  needs: {
    engineer: "Needs an engineer",
    "completion-overdue": "Completion overdue",
    "response-overdue": "Response overdue",
  },
  assign: "Assign",
  assignJob: (reference: string) => `Assign ${reference}`,
  statuses: {
    New: "New",
    Travelling: "Travelling",
    OnSite: "On site",
    AccessGained: "Access gained",
    Closed: "Closed",
    Cancelled: "Cancelled",
  },
} as const;
