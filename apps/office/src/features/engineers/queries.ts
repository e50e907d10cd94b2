import type { CallAnswer } from "@fieldfare/contract";
import {
  listCommands,
  listDeviceLog,
  listDeviceReports,
  listExports,
  type listOperatives,
  readDeviceReport,
} from "@fieldfare/contract/office";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";

export type Operative = CallAnswer<typeof listOperatives>[number];
export type Command = CallAnswer<typeof listCommands>[number];
export type DatabaseExport = CallAnswer<typeof listExports>[number];
export type Dump = CallAnswer<typeof readDeviceReport>;
export type LogEntry = CallAnswer<typeof listDeviceLog>["entries"][number];
/** Whose log: that of one phone, or of all phones of an engineer. */
export type LogSource = { readonly deviceId: string } | { readonly fieldOperativeId: string };

/** Loads the newest commands for an engineer's phones with their outcomes, again every 30 seconds. */
export function useCommands(fieldOperativeId: string) {
  return useQuery({
    queryKey: ["commands", fieldOperativeId],
    queryFn: ({ signal }) =>
      request(listCommands, { query: { fieldOperativeId, limit: "20" }, signal }),
    refetchInterval: 30_000,
  });
}

/** Loads the newest exports of an engineer's phones, again every 30 seconds, if the user may see them. */
export function useExports(fieldOperativeId: string, isAllowed: boolean) {
  return useQuery({
    queryKey: ["device-exports", fieldOperativeId],
    queryFn: ({ signal }) =>
      request(listExports, { query: { fieldOperativeId, limit: "20" }, signal }),
    enabled: isAllowed,
    refetchInterval: 30_000,
  });
}

/** Loads the data dumps of a command, once for each answer of a phone: each reading is recorded. */
export function useDumps({ commandId, fieldOperativeId, acknowledgedOn }: Command) {
  return useQuery({
    queryKey: ["data-dumps", commandId, acknowledgedOn],
    queryFn: async ({ signal }) => {
      const { reports } = await request(listDeviceReports, {
        query: { fieldOperativeId, kind: "tables", limit: "500" },
        signal,
      });
      return Promise.all(
        reports
          .filter((report) => report.commandId === commandId)
          .map(({ reportId }) =>
            request(readDeviceReport, { params: { reportId: String(reportId) }, signal }),
          ),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const newest: string | null = null;

/** Loads what phones have sent of their logs, the newest first. */
export function useLog(source: LogSource) {
  return useInfiniteQuery({
    queryKey: ["device-log", source],
    queryFn: ({ pageParam, signal }) =>
      request(listDeviceLog, {
        query: { ...source, limit: "200", ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: newest,
    getNextPageParam: ({ next }: CallAnswer<typeof listDeviceLog>) => next,
  });
}

/** Loads again what an action may have changed. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ["devices", "operatives", "commands"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
}
