import type { CallQuery } from "@fieldfare/contract";
import type { exportAudit } from "@fieldfare/contract/office";
import { parseLondonTime, writeLondonTime } from "../../ui/london-time.ts";
import type { AuditSearch } from "./routes.ts";

export type AuditFilters = CallQuery<typeof exportAudit>;

/** The first day that is shown. Without any filter it is today: entries are listed from the oldest on. */
export function readFirstDay(search: AuditSearch, now: number): string | undefined {
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return isFiltered ? search.from : writeLondonTime(new Date(now).toISOString()).slice(0, 10);
}

/** The filters as the server takes them: days begin and end in London. */
export function buildFilters(search: AuditSearch, now: number): AuditFilters {
  const { actor, action, subject, to } = search;
  const first = readFirstDay(search, now);
  const from = first === undefined ? null : startOfDay(first);
  const until = to === undefined ? null : startOfDay(nextDay(to));
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(subject !== undefined && { subject }),
    ...(from !== null && { from }),
    ...(until !== null && { until }),
  };
}

function startOfDay(day: string): string | null {
  return parseLondonTime(`${day}T00:00`);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
