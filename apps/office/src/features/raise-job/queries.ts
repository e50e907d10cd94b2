import type { CallAnswer } from "@fieldfare/contract";
import { listHomes, listJobs, readHome, readJob } from "@fieldfare/contract/office";
import { isSameAddress, parsePostcode } from "@fieldfare/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMay } from "../../server/account.ts";
import { request } from "../../server/request.ts";
import { copyJob } from "./copied-job.ts";
import { emptyHome, type FoundHome, type Home } from "./home.ts";

/** The first homes that have the words. */
export function useKnownHomes(search: string) {
  return useQuery({
    queryKey: ["homes", "found", search],
    queryFn: ({ signal }) => request(listHomes, { query: { search, limit: "8" }, signal }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
    select: (homes) => homes.map(toFoundHome),
  });
}

const readFirstWord = (line: string) => /[\p{L}\p{N}]+/u.exec(line)?.[0];

const maxSameHomes = 99;

interface SameHomes {
  readonly homes: readonly FoundHome[];
  /** False: there may be more than the server lists. */
  readonly isComplete: boolean;
}

/** The known homes that have the address of a new one. Nothing is read before it has a first line and a postcode. */
export function useSameHomes(home: Home | null): SameHomes {
  const { propertyId, addressLine1, postcode } = home ?? emptyHome;
  const isTyped =
    propertyId === null &&
    parsePostcode(postcode) !== null &&
    readFirstWord(addressLine1) !== undefined;
  const search = `${parsePostcode(postcode) ?? ""} ${readFirstWord(addressLine1) ?? ""}`;
  const { data: found = [] } = useQuery({
    queryKey: [...sameHomesKey, search],
    queryFn: ({ signal }) =>
      request(listHomes, { query: { search, limit: String(maxSameHomes) }, signal }),
    enabled: isTyped,
  });
  return {
    homes: isTyped
      ? found.filter((each) => isSameAddress(each, { addressLine1, postcode })).map(toFoundHome)
      : [],
    isComplete: found.length < maxSameHomes,
  };
}

/** With what the key of each list of homes of one address begins. */
export const sameHomesKey = ["homes", "same"];

function toFoundHome(home: CallAnswer<typeof listHomes>[number]): FoundHome {
  return { ...toHome(home), uprn: home.uprn, tenantNames: home.tenantNames };
}

/** The home that another screen proposes. It is read once: the job is raised for it as it was shown. */
export function useProposedHome(propertyId: string | undefined) {
  return useQuery({
    queryKey: ["home", propertyId],
    queryFn: ({ signal }) =>
      request(readHome, { params: { propertyId: propertyId ?? "" }, signal }),
    enabled: propertyId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    select: toHome,
  });
}

/** The job of which another one is raised. It is read once. */
export function useCopiedJob(jobId: string | undefined) {
  return useQuery({
    queryKey: ["job", "copied", jobId],
    queryFn: ({ signal }) => request(readJob, { params: { jobId: jobId ?? "" }, signal }),
    enabled: jobId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    select: ({ job, needs, client }) => ({
      ...copyJob(job, needs),
      home: toHome({ ...job.property, clientId: client?.clientId ?? null }),
    }),
  });
}

function toHome({ propertyId, ...property }: HomeAddress): Home {
  const { addressLine1, addressLine2, addressLine3, addressLine4, postcode, clientId } = property;
  const address = { addressLine1, addressLine2, addressLine3, addressLine4, postcode };
  return { ...emptyHome, propertyId, ...address, clientId };
}

type HomeAddress = Omit<Home, "propertyId" | "tenantName" | "tenantPhone"> & {
  readonly propertyId: string;
};

export type OpenJob = CallAnswer<typeof listJobs>[number];

/** The open jobs of a known home, in the order of their appointments. Nothing is read for null. */
export function useOpenJobs(propertyId: string | null) {
  const may = useMay();
  return useQuery({
    queryKey: ["jobs", "open", propertyId],
    queryFn: ({ signal }) =>
      request(listJobs, {
        query: { propertyId: propertyId ?? "", open: "yes", order: "oldest", limit: "999" },
        signal,
      }),
    enabled: propertyId !== null && may(listJobs),
    staleTime: 0,
  });
}
