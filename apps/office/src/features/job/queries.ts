import type { CallAnswer } from "@fieldfare/contract";
import {
  type ExpectedJob,
  listSafetyFindings,
  readData,
  readDocument,
  readImage,
  readJob,
  watchChanges,
} from "@fieldfare/contract/office";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { useMay } from "../../server/account.ts";
import { isOfJob, useChanges, useMayRead } from "../../server/changes.ts";
import { limitCalls } from "../../server/limit-calls.ts";
import { readAgain } from "../../server/read-again.ts";
import { request, requestFile } from "../../server/request.ts";

export type FieldJob = CallAnswer<typeof readJob>;

/** What the user has seen of a job: the server refuses to assign or to cancel it if that is no longer so. */
export function readExpected(field: FieldJob): ExpectedJob {
  const { fieldOperativeId, job, removalRequest } = field;
  const { appointmentDateTime, status } = job;
  return {
    fieldOperativeId,
    appointmentDateTime,
    status,
    cancellationRequestedOn: findCancellationRequest(field),
    removalRequestedOn: removalRequest?.requestedOn ?? null,
  };
}

/** When the office asked to cancel a job that is not cancelled or closed; null: it has not. */
export function findCancellationRequest({ cancellation, job }: FieldJob): string | null {
  return job.status === "Closed" ? null : (cancellation?.requestedOn ?? null);
}

/** The job is read at most so often: a phone sends many messages in a row. */
const limitMs = 1_000;
/** While changes arrive at once, this is the floor; the others are for a user who may not follow them, and while they do not arrive. */
const pollMs = { live: 60_000, unfollowed: 30_000, notLive: 15_000 } as const;

/**
 * The job as the office API has it, read again when the server says that something of it has changed.
 * `notLiveSince`: since when changes do not arrive; null: they do, or the user may not follow them.
 */
export function useJob(jobId: string) {
  const queries = useQueryClient();
  const isFollowed = useMay()(watchChanges);
  const read = useCallback(() => readAgain(queries, ["job", jobId]), [queries, jobId]);
  const reads = useMemo(() => limitCalls(read, limitMs), [read]);
  useEffect(() => reads.stop, [reads]);
  const live = useChanges((change) => {
    if (change === null) void read();
    else if (isOfJob(change, jobId)) reads.call();
  }, isFollowed);
  const mayRead = useMayRead(live);
  const isNotLive = isFollowed && live.kind === "not-live";
  const query = useQuery({
    queryKey: ["job", jobId],
    queryFn: ({ signal }) => request(readJob, { params: { jobId }, signal }),
    enabled: mayRead || !isFollowed,
    refetchInterval: isNotLive ? pollMs.notLive : isFollowed ? pollMs.live : pollMs.unfollowed,
  });
  return { ...query, notLiveSince: isNotLive ? live.since : null };
}

/**
 * The gas safety record and the warning notices of a closed job that name a defect, for those who may read them. They are read
 * again with the job, below whose key they are.
 */
export function useSafetyForms({ job }: FieldJob) {
  const { jobId } = job;
  const may = useMay();
  return useQuery({
    queryKey: ["job", jobId, "safety-forms"],
    queryFn: ({ signal }) => request(listSafetyFindings, { query: { jobId }, signal }),
    enabled: job.status === "Closed" && may(listSafetyFindings),
    select: ({ forms }) => forms,
  });
}

/** Loads the jobs, the commands and the board again, which an action may have changed. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ["job", "jobs", "commands", "board"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
}

/** Rows of reference data that change rarely. */
export function useDataRows(type: "DomainData" | "CustomForm") {
  return useQuery({
    queryKey: ["data", type],
    queryFn: ({ signal }) => request(readData, { params: { type }, signal }),
    staleTime: 10 * 60_000,
    select: ({ rows }) => rows,
  });
}

/** The bytes of an image. They never change, so they are read once. */
export function useImage(imageId: string) {
  return useQuery({
    queryKey: ["image", imageId],
    queryFn: ({ signal }) => requestFile(readImage, { params: { imageId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The bytes of an image, for a download. Rejects as `request` does. */
export function loadImage(imageId: string): Promise<Blob> {
  return requestFile(readImage, { params: { imageId } });
}

/** The PDF of a document, for a download. Rejects as `request` does. */
export function loadDocument(documentId: string): Promise<Blob> {
  return requestFile(readDocument, { params: { documentId } });
}
