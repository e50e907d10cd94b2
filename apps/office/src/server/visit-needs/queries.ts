import { listForms, readAlertCodes, readAttachment } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { requestFile, request } from "../request.ts";

const rarelyMs = 10 * 60_000;

/** The alerts that jobs name by their codes. */
export function useAlertCodes() {
  return useQuery({
    queryKey: ["alert-codes"],
    queryFn: ({ signal }) => request(readAlertCodes, { signal }),
    staleTime: rarelyMs,
    select: ({ alertCodes }) => alertCodes,
  });
}

/** Every form that is no part of another one, withdrawn ones too: jobs may still have them. */
export function useForms() {
  return useQuery({
    queryKey: ["forms", "to-require"],
    queryFn: ({ signal }) => request(listForms, { query: { limit: "999" }, signal }),
    staleTime: rarelyMs,
    select: (forms) => forms.filter(({ isSubForm }) => !isSubForm),
  });
}

/** The bytes of a document or photo to read before a visit. Rejects as `request` does. */
export function loadAttachment(attachmentId: string): Promise<Blob> {
  return requestFile(readAttachment, { params: { attachmentId } });
}
