import type { CallAnswer } from "@fieldfare/contract";
import {
  type ExpectedJob,
  readData,
  readDocument,
  readImage,
  readJob,
} from "@fieldfare/contract/office";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request, requestFile } from "../../server/request.ts";

export type FieldJob = CallAnswer<typeof readJob>;

/** What the user has seen of a job: the server refuses to assign or to cancel it if that is no longer so. */
export function readExpected({ fieldOperativeId, job }: FieldJob): ExpectedJob {
  const { appointmentDateTime, status } = job;
  return { fieldOperativeId, appointmentDateTime, status };
}

/** The job as the office API has it, read again every 30 seconds. */
export function useJob(jobId: string) {
  return useQuery({
    queryKey: ["job", jobId],
    queryFn: ({ signal }) => request(readJob, { params: { jobId }, signal }),
    refetchInterval: 30_000,
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
