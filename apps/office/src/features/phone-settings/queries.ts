import {
  type ChosenPhoneSettings,
  type PhoneSettingsReport,
  putPhoneSettings,
  readPhoneSettings,
} from "@fieldfare/contract/office";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";

const key = ["phone-settings"];

/** Loads the settings of phones. Looks again every minute, because phones fetch them. */
export function usePhoneSettings() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request(readPhoneSettings, { signal }),
    refetchInterval: 60_000,
  });
}

/** Returns a function that stores what the office chooses, and shows the answer. */
export function useSave(): (
  chosen: ChosenPhoneSettings,
  version: string,
) => Promise<PhoneSettingsReport> {
  const queries = useQueryClient();
  return async (chosen, version) => {
    const report = await request(putPhoneSettings, { body: { chosen, version } });
    queries.setQueryData(key, report);
    return report;
  };
}
