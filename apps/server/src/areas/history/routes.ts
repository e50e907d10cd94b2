import { downloadDocument, downloadDocumentAsPdf, getJobHistory } from "@fieldfare/contract";
import { londonTime } from "@fieldfare/domain";
import type { Filing } from "../../documents/filing.ts";
import { findDocument, listDocuments } from "../../documents/documents.ts";
import { readPhotoFacts } from "../../documents/photos.ts";
import { sendFile } from "../../http/files.ts";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { bytesOf } from "../../objects/objects.ts";
import { findPicture, isOpenTo, picturesOf } from "./store.ts";

export function historyRoutes({ database, config }: Server): Route[] {
  return [
    // An engineer with work at the property: the papers and pictures of a completed job.
    route(getJobHistory, async ({ who, params }) => {
      if (!(await isOpenTo(database, params.jobId, who.fieldOperativeId)))
        return refuse("not-found");
      const documents = await listDocuments(database, params.jobId);
      const { captions, signatures } = await readPhotoFacts(database, params.jobId);
      const images = await picturesOf(database, params.jobId);
      const photos = images.filter(({ imageId }) => !signatures.has(imageId));
      return {
        documents: documents.map(({ documentId, name }) => ({ documentId, name })),
        images: photos.map(({ imageId, takenOn }, index) => ({
          documentId: imageId,
          name: [`Photo ${index + 1}`, captions.get(imageId)?.slice(0, 150), londonTime(takenOn)]
            .filter(Boolean)
            .join(", "),
          imageUrl: `${config.adminPath}/document/download/${imageId}`,
        })),
      };
    }),
  ];
}

/** Below the admin base: bytes by the id of a thing, never by a path. */
export function documentRoutes({ database, objects }: Server, filing: Filing): Route[] {
  return [
    // An engineer with work at the property: a picture of a completed job.
    route(downloadDocument, async ({ who, params, reply }) => {
      const picture = await findPicture(database, params.documentId, who.fieldOperativeId);
      if (!picture) return refuse("not-found");
      const { imageId, sha256, contentType } = picture;
      const bytes = await bytesOf(objects, sha256, `image ${imageId}`);
      const ending = contentType === "image/png" ? "png" : "jpg";
      return sendFile(reply, { bytes, contentType, name: `${imageId}.${ending}` });
    }),
    // An engineer with work at the property: a paper of a completed job, as PDF.
    route(downloadDocumentAsPdf, async ({ who, params, reply }) => {
      const document = await findDocument(database, params.documentId);
      if (!document || !(await isOpenTo(database, document.jobId, who.fieldOperativeId)))
        return refuse("not-found");
      const bytes = await filing.read(document);
      return sendFile(reply, {
        bytes,
        contentType: "application/pdf",
        name: `${document.name}.pdf`,
      });
    }),
  ];
}
