export const strings = {
  title: "Jobs",
  loading: "Jobs are loading",
  search: "Search",
  searchHint: "Reference, address, postcode, tenant or UPRN",
  status: "Status",
  anyStatus: "Any status",
  engineer: "Engineer",
  anybody: "Anybody",
  nobody: "Not assigned",
  from: "Appointment from",
  to: "to",
  clear: "Clear filters",
  columns: "Columns",
  csv: (count: number) => `Download CSV (${count} shown)`,
  more: "Show more",
  shown: (count: number, hasMore: boolean) => {
    const jobs = count === 1 ? "1 job" : `${count} jobs`;
    return hasMore ? `${jobs} shown, there are more` : `${jobs} shown`;
  },
  noJobs: "There are no jobs yet",
  noJobsAdvice: "Jobs that your systems raise are listed here.",
  nothingFound: "No job matches",
  nothingFoundAdvice: "Remove a filter, or search for fewer words.",
  newestFirst: "newest first",
  oldestFirst: "oldest first",
  sortedByReference: "sorted by reference",
  table: "Jobs",
} as const;
