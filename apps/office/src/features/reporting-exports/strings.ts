import type { ReportingExportState } from "@fieldfare/contract/office";
import type { Tone } from "../../ui/pill.tsx";

export const strings = {
  title: "Exports for a data warehouse",
  note: "An export has the rows of the reporting views at one moment, as files that a data warehouse loads. The server makes one each night if the time for it is set (REPORTING_EXPORT_TIME), and deletes it after 14 days.",
  start: "Start an export now",
  started: "The export waits for the server. It takes some minutes.",
  loading: "Exports are loading",
  nothing: "There are no exports yet",
  nothingNote: "Start one, or have the time set at which the server makes one each night.",
  table: "Exports",
  day: "Day",
  state: "State",
  startedBy: "Started by",
  server: "The server",
  moment: "Shows the moment",
  rows: "Rows",
  size: "Size",
  actions: "Actions",
  files: "Files",
  filesOf: (day: string) => `Files of the export of ${day}`,
  attempts: (count: number, error: string) => `Attempt ${count} failed: ${error}`,
  again: "The server tries again by itself.",
  givenUp:
    "The server has given up. Ask the people who run the server to look at its log, then start another export.",
  more: "Show older ones",
  filesNote:
    "The manifest has the hash and the columns of each file. Machines download the same files through the API.",
  filesLoading: "The manifest is loading",
  manifest: "Download the manifest",
  view: "View",
  download: "Download",
  downloadFile: (file: string) => `Download ${file}`,
  tooLarge: "Too large for a browser: download it through the API.",
  states: {
    waiting: ["neutral", "Waiting"],
    running: ["current", "Being made"],
    done: ["good", "Done"],
    failed: ["danger", "Given up"],
  } satisfies Record<ReportingExportState, readonly [Tone, string]>,
} as const;
