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
import { devicesQuery } from "../../server/devices.ts";
import { request } from "../../server/request.ts";
import { intervalOfCommands, intervalOfDevices, intervalOfExports } from "./poll-interval.ts";

export type Operative = CallAnswer<typeof listOperatives>[number];
export type Command = CallAnswer<typeof listCommands>[number];
export type DatabaseExport = CallAnswer<typeof listExports>[number];
export type Dump = CallAnswer<typeof readDeviceReport>;
export type LogEntry = CallAnswer<typeof listDeviceLog>["entries"][number];
/** Whose log: that of one phone, or of all phones of an engineer. */
export type LogSource = { readonly deviceId: string } | { readonly fieldOperativeId: string };

/** Loads the phones of all engineers, often while one of this engineer is wiped. */
export function useDevicesOf(fieldOperativeId: string) {
  return useQuery({
    ...devicesQuery,
    refetchInterval: ({ state }) => intervalOfDevices(state.data, fieldOperativeId),
  });
}

/** Loads the newest commands for an engineer's phones with their outcomes, often while one waits for its answer. */
export function useCommands(fieldOperativeId: string) {
  return useQuery({
    queryKey: ["commands", fieldOperativeId],
    queryFn: ({ signal }) =>
      request(listCommands, { query: { fieldOperativeId, limit: "20" }, signal }),
    refetchInterval: ({ state }) => intervalOfCommands(state.data),
  });
}

/** Loads the newest exports of an engineer's phones, often while one is expected, if the user may see them. */
export function useExports(fieldOperativeId: string, isAllowed: boolean) {
  const { data: commands } = useCommands(fieldOperativeId);
  return useQuery({
    queryKey: ["device-exports", fieldOperativeId],
    queryFn: ({ signal }) =>
      request(listExports, { query: { fieldOperativeId, limit: "20" }, signal }),
    enabled: isAllowed,
    refetchInterval: ({ state }) => intervalOfExports(state.data, commands),
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
