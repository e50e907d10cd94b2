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
  listQuickJobs,
  listReferenceImports,
  listReferenceRows,
  listSafetyFindings,
  listWebhooks,
  readAbsenceCalendar,
  readBoard,
  readFigures,
  readPhoneSettings,
  readRetention,
} from "@fieldfare/contract/office";
import { useMay } from "../server/account.ts";
import { strings } from "./strings.ts";

/**
 * The pages of the navigation, of the command palette and of the keys, each with the call that it cannot do without.
 * Those that are administration have a menu of their own in the navigation.
 */
const pages = [
  {
    to: "/today",
    label: strings.today,
    short: strings.today,
    key: "t",
    needs: readBoard,
    isAdministration: false,
  },
  {
    to: "/jobs",
    label: strings.jobs,
    short: strings.jobs,
    key: "j",
    needs: listJobs,
    isAdministration: false,
  },
  {
    to: "/parts",
    label: strings.parts,
    short: strings.parts,
    key: "r",
    needs: listPartOrders,
    isAdministration: false,
  },
  {
    to: "/compliance",
    label: strings.compliance,
    short: strings.compliance,
    key: "p",
    needs: listGasSafetyHomes,
    isAdministration: false,
  },
  {
    to: "/engineers",
    label: strings.engineers,
    short: strings.engineersShort,
    key: "e",
    needs: listOperatives,
    isAdministration: false,
  },
  {
    to: "/absences",
    label: strings.absences,
    short: strings.absences,
    key: "b",
    needs: readAbsenceCalendar,
    isAdministration: false,
  },
  {
    to: "/mileage",
    label: strings.mileage,
    short: strings.mileage,
    key: "m",
    needs: listMileage,
    isAdministration: false,
  },
  {
    to: "/alarms",
    label: strings.alarms,
    short: strings.alarms,
    key: "a",
    needs: listAlarms,
    isAdministration: false,
  },
  {
    to: "/reference-data",
    label: strings.referenceData,
    short: strings.referenceDataShort,
    key: "d",
    needs: listReferenceRows,
    isAdministration: false,
  },
  {
    to: "/forms",
    label: strings.forms,
    short: strings.forms,
    key: "f",
    needs: listForms,
    isAdministration: false,
  },
  {
    to: "/audit",
    label: strings.audit,
    short: strings.audit,
    key: "u",
    needs: listAudit,
    isAdministration: true,
  },
  {
    to: "/administration/accounts",
    label: strings.accounts,
    short: strings.accounts,
    key: "o",
    needs: listAccounts,
    isAdministration: true,
  },
  {
    to: "/administration/api-clients",
    label: strings.apiClients,
    short: strings.apiClients,
    key: "c",
    needs: listApiClients,
    isAdministration: true,
  },
  {
    to: "/administration/phones",
    label: strings.phoneSettings,
    short: strings.phoneSettings,
    key: "s",
    needs: readPhoneSettings,
    isAdministration: true,
  },
  {
    to: "/administration/retention",
    label: strings.retention,
    short: strings.retention,
    key: "n",
    needs: readRetention,
    isAdministration: true,
  },
  {
    to: "/administration/webhooks",
    label: strings.webhooks,
    short: strings.webhooks,
    key: "w",
    needs: listWebhooks,
    isAdministration: true,
  },
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
] as const;

/** The pages that the user may open. */
export function usePages() {
  const may = useMay();
  return pages.filter(({ needs }) => may(needs));
}

/** The pages that the command palette finds: those of `usePages`, and the ones below them. */
export function usePalettePages() {
  const may = useMay();
  return [...pages, ...innerPages].filter(({ needs }) => may(needs));
}
