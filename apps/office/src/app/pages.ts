import {
  createJob,
  listAccessAttempts,
  listAccounts,
  listAlarms,
  listApiClients,
  listAudit,
  listDampCases,
  listForms,
  listGasSafetyHomes,
  listJobs,
  listMileage,
  listOperatives,
  listPartOrders,
  listPropertyImports,
  listQuickJobs,
  listReferenceImports,
  listReferenceRows,
  listReportingExports,
  listSafetyFindings,
  listWebhooks,
  readAbsenceCalendar,
  readAlertCodes,
  readBoard,
  readFigures,
  readPhoneSettings,
  readRetention,
} from "@fieldfare/contract/office";
import { useMay } from "../server/account.ts";
import { strings } from "./strings.ts";

/** The pages of the navigation, each with its key and the call that it cannot do without. */
const mainPages = [
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
  { to: "/mileage", label: strings.mileage, short: strings.mileage, key: "i", needs: listMileage },
  { to: "/alarms", label: strings.alarms, short: strings.alarms, key: "a", needs: listAlarms },
  {
    to: "/reference-data",
    // Homes are imported from a page below this one, though their address is another.
    also: "/homes",
    label: strings.referenceData,
    short: strings.referenceDataShort,
    key: "d",
    needs: listReferenceRows,
  },
  { to: "/forms", label: strings.forms, short: strings.forms, key: "f", needs: listForms },
] as const;

/** The pages that administer the system. They have a menu of their own in the navigation. */
const administrationPages = [
  { to: "/audit", label: strings.audit, key: "u", needs: listAudit },
  { to: "/administration/accounts", label: strings.accounts, key: "o", needs: listAccounts },
  { to: "/administration/api-clients", label: strings.apiClients, key: "c", needs: listApiClients },
  {
    to: "/administration/phones",
    label: strings.phoneSettings,
    key: "s",
    needs: readPhoneSettings,
  },
  { to: "/administration/retention", label: strings.retention, key: "n", needs: readRetention },
  { to: "/administration/webhooks", label: strings.webhooks, key: "w", needs: listWebhooks },
  { to: "/administration/exports", label: strings.exports, key: "x", needs: listReportingExports },
] as const;

/** The pages that are reached from another one, and by their names in the command palette. */
const innerPages = [
  { to: "/jobs/new", label: strings.raiseJob, needs: createJob },
  { to: "/jobs/raised-on-site", label: strings.raisedJobs, needs: listQuickJobs },
  { to: "/compliance/access-attempts", label: strings.accessAttempts, needs: listAccessAttempts },
  { to: "/compliance/defects", label: strings.defects, needs: listSafetyFindings },
  { to: "/compliance/damp", label: strings.damp, needs: listDampCases },
  { to: "/compliance/figures", label: strings.figures, needs: readFigures },
  { to: "/reference-data/imports", label: strings.imports, needs: listReferenceImports },
  { to: "/reference-data/alerts", label: strings.alerts, needs: readAlertCodes },
  { to: "/homes/imports", label: strings.homeImports, needs: listPropertyImports },
] as const;

/** The pages of the navigation that the user may open. */
export function useMainPages() {
  const may = useMay();
  return mainPages.filter(({ needs }) => may(needs));
}

/** The pages of the administration that the user may open. */
export function useAdministrationPages() {
  const may = useMay();
  return administrationPages.filter(({ needs }) => may(needs));
}

/** The pages that have a key. */
export function usePages() {
  return [...useMainPages(), ...useAdministrationPages()];
}

/** The pages that the command palette finds: those of `usePages`, and the ones below them. */
export function usePalettePages() {
  const may = useMay();
  return [...usePages(), ...innerPages.filter(({ needs }) => may(needs))];
}
