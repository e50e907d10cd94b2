import {
  listAccounts,
  listAlarms,
  listApiClients,
  listAudit,
  listGasSafetyHomes,
  listJobs,
  listMileage,
  listOperatives,
  listPartOrders,
  listReferenceRows,
  readAbsenceCalendar,
  readBoard,
} from "@fieldfare/contract/office";
import { useMay } from "../server/account.ts";
import { strings } from "./strings.ts";

/** The pages of the navigation, of the command palette and of the keys, each with the call that it cannot do without. */
const pages = [
  { to: "/today", label: strings.today, short: strings.today, key: "t", needs: readBoard },
  { to: "/jobs", label: strings.jobs, short: strings.jobs, key: "j", needs: listJobs },
  { to: "/parts", label: strings.parts, short: strings.parts, key: "r", needs: listPartOrders },
  {
    to: "/compliance",
    label: strings.compliance,
    short: strings.compliance,
    key: "p",
    needs: listGasSafetyHomes,
  },
  {
    to: "/engineers",
    label: strings.engineers,
    short: strings.engineersShort,
    key: "e",
    needs: listOperatives,
  },
  {
    to: "/absences",
    label: strings.absences,
    short: strings.absences,
    key: "b",
    needs: readAbsenceCalendar,
  },
  { to: "/mileage", label: strings.mileage, short: strings.mileage, key: "m", needs: listMileage },
  { to: "/alarms", label: strings.alarms, short: strings.alarms, key: "a", needs: listAlarms },
  {
    to: "/reference-data",
    label: strings.referenceData,
    short: strings.referenceDataShort,
    key: "d",
    needs: listReferenceRows,
  },
  { to: "/audit", label: strings.audit, short: strings.audit, key: "u", needs: listAudit },
  {
    to: "/administration/accounts",
    label: strings.accounts,
    short: strings.accountsShort,
    key: "o",
    needs: listAccounts,
  },
  {
    to: "/administration/api-clients",
    label: strings.apiClients,
    short: strings.apiClientsShort,
    key: "c",
    needs: listApiClients,
  },
] as const;

/** The pages that the user may open. */
export function usePages() {
  const may = useMay();
  return pages.filter(({ needs }) => may(needs));
}
