import {
  type AttemptedHome,
  type HomeDue,
  listAccessAttempts,
  listDampCases,
  listGasSafetyHomes,
  listSafetyFindings,
  makeAccessEvidence,
  readDampCase,
  readDocument,
  readFigures,
  readGasSafetyWeeks,
} from "@fieldfare/contract/office";
import type { CallAnswer } from "@fieldfare/contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { request, requestFile } from "../../server/request.ts";
import type {
  AttemptsSearch,
  DampSearch,
  FiguresSearch,
  FindingsSearch,
  GasSafetySearch,
} from "./routes.ts";

const pageSize = 50;
const firstPage: string | null = null;

/** How many homes' records run out, week by week. */
export function useGasSafetyWeeks() {
  return useQuery({
    queryKey: ["compliance", "gas-safety", "weeks"],
    queryFn: ({ signal }) => request(readGasSafetyWeeks, { signal }),
    refetchInterval: 60_000,
  });
}

/** The homes of a week or a group, 50 at a time. While another group loads, the homes before stay. */
export function useGasSafetyHomes({ group, raised }: GasSafetySearch) {
  return useInfiniteQuery({
    queryKey: ["compliance", "gas-safety", "homes", { group, raised }],
    queryFn: ({ pageParam, signal }) =>
      request(listGasSafetyHomes, {
        signal,
        query: {
          limit: String(pageSize),
          ...(group !== undefined && { group }),
          ...(raised && { raised }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly HomeDue[]) =>
      page.length === pageSize ? page.at(-1)?.propertyId : undefined,
    placeholderData: keepPreviousData,
  });
}

const attemptsPageSize = 20;

/** Homes with attempts without access in a row, 20 at a time. */
export function useAccessAttempts({ atLeast }: AttemptsSearch) {
  return useInfiniteQuery({
    queryKey: ["compliance", "access-attempts", { atLeast }],
    queryFn: ({ pageParam, signal }) =>
      request(listAccessAttempts, {
        signal,
        query: {
          limit: String(attemptsPageSize),
          ...(atLeast && { atLeast }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly AttemptedHome[]) =>
      page.length === attemptsPageSize ? page.at(-1)?.attempts.at(-1)?.jobId : undefined,
    placeholderData: keepPreviousData,
  });
}

interface EvidenceFile {
  readonly name: string;
  readonly file: Blob;
}

/** Makes the evidence of the attempts at a home, if it is not made yet, and loads it as PDF. */
export async function loadEvidence(
  { propertyId, document }: AttemptedHome,
  mayMake: boolean,
): Promise<EvidenceFile | null> {
  const found = mayMake ? await request(makeAccessEvidence, { params: { propertyId } }) : document;
  if (!found) return null;
  const { documentId, name } = found;
  return { name, file: await requestFile(readDocument, { params: { documentId } }) };
}

/** Records with defects and warning notices, newest first. A page may be short although there are more. */
export function useSafetyFindings({ kind, classification, open }: FindingsSearch) {
  return useInfiniteQuery({
    queryKey: ["compliance", "safety-findings", { kind, classification, open }],
    queryFn: ({ pageParam, signal }) =>
      request(listSafetyFindings, {
        signal,
        query: {
          limit: "50",
          ...(kind && { kind }),
          ...(classification && { classification }),
          ...(open && { open }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** Cases of damp and mould, 50 at a time. They are read again every minute, since their clocks run. */
export function useDampCases({ state, clock }: DampSearch) {
  return useInfiniteQuery({
    queryKey: [...dampKey, "list", { state, clock }],
    queryFn: ({ pageParam, signal }) =>
      request(listDampCases, {
        signal,
        query: {
          limit: "50",
          ...(state && { state }),
          ...(clock && { clock }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** The first part of the keys of the cases: a change makes all of them old. */
export const dampKey = ["compliance", "damp"] as const;

/** One case with what happened in it. It is read again every few seconds while the page is visible: colleagues work on it too. */
export function useDampCase(caseId: string) {
  return useQuery({
    queryKey: [...dampKey, "case", caseId],
    queryFn: ({ signal }) => request(readDampCase, { signal, params: { caseId } }),
    refetchInterval: 5_000,
  });
}

/** Loads a document of a case's job as PDF. */
export function loadCaseDocument(documentId: string): Promise<Blob> {
  return requestFile(readDocument, { params: { documentId } });
}

export type Figures = CallAnswer<typeof readFigures>;

/** The figures of the last weeks. While those of another period load, the ones before stay. */
export function useFigures(weeks: NonNullable<FiguresSearch["weeks"]>) {
  return useQuery({
    queryKey: ["compliance", "figures", weeks],
    queryFn: ({ signal }) => request(readFigures, { signal, query: { weeks } }),
    placeholderData: keepPreviousData,
    refetchInterval: 300_000,
  });
}
