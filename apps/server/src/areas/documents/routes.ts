import { downloadDocument, downloadDocumentAsPdf, getJobHistory } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { londonTime } from "@fieldfare/domain";
import type { Filing } from "../../documents/filing.ts";
import { findDocument, listDocuments, type StoredDocument } from "../../documents/documents.ts";
import { readPhotoDetails } from "../../documents/photos.ts";
import { sendFile } from "../../http/files.ts";
import { isRefusal, refuse } from "../../http/problem.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readObject } from "../../objects/objects.ts";
import { readImage } from "./images.ts";
import { readEntry } from "./read-entry.ts";
import { findImage, listImages, readAccess } from "./store.ts";

/** The routes by which engineers read the documents and photos of earlier jobs. */
export function historyRoutes(server: Server): Route[] {
  const { database, config } = server;
  return [
    // An engineer with work at the property: the documents and images of a completed job.
    route(getJobHistory, async ({ identity, params }) => {
      const access = await readAccess(server, params.jobId, identity.fieldOperativeId);
      if (!access) return refuse("not-found");
      const documents = access.documents ? await listDocuments(database, params.jobId) : [];
      const { captions, signatures } = await readPhotoDetails(database, params.jobId);
      const images = access.photos ? await listImages(database, params.jobId) : [];
      const photos = images.filter(({ imageId }) => !signatures.has(imageId));
      return {
        documents: documents
          .filter(isForEngineers)
          .map(({ documentId, title }) => ({ documentId, name: title })),
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

/** Returns the calls below the admin base path: they find a file by an id, never by a path. */
export function documentRoutes(server: Server, filing: Filing): Route[] {
  const { database, objects, readLog } = server;
  return [
    // An engineer with work at the property: an image of a completed job.
    route(downloadDocument, async ({ identity, params, request, reply }) => {
      const image = await findImage(database, params.documentId);
      if (!image) return refuse("not-found");
      const access = await readAccess(server, image.jobId, identity.fieldOperativeId);
      if (!access?.photos) return refuse("not-found");
      const { imageId, sha256, contentType } = image;
      await readLog.record(readEntry("image", imageId, image.jobId, request));
      const bytes = await readObject(objects, sha256, `image ${imageId}`);
      const extension = contentType === "image/png" ? "png" : "jpg";
      return sendFile(reply, { bytes, contentType, name: `${imageId}.${extension}` });
    }),
    // An engineer with work at the property: a document of a completed job, as PDF.
    route(downloadDocumentAsPdf, async ({ identity, params, request, reply }) => {
      const document = await findDocument(database, params.documentId);
      if (!document || !isForEngineers(document)) return refuse("not-found");
      const access = await readAccess(server, document.jobId, identity.fieldOperativeId);
      if (!access?.documents) return refuse("not-found");
      await readLog.record(readEntry("document", params.documentId, document.jobId, request));
      const bytes = await filing.read(document);
      return sendFile(reply, {
        bytes,
        contentType: "application/pdf",
        name: `${document.title}.pdf`,
      });
    }),
  ];
}

/** The office's routes of documents and images. */
export function officeDocumentRoutes(
  { database, objects, readLog }: Server,
  filing: Filing,
): Route[] {
  return [
    // The office: an image as it was received.
    route(office.readImage, async ({ params, request, reply }) => {
      const image = await readImage(database, objects, params.imageId);
      if (isRefusal(image)) return image;
      await readLog.record(readEntry("image", params.imageId, image.jobId, request));
      reply
        .type(image.contentType)
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .header("Content-Disposition", `inline; filename="${image.name}"`)
        .send(image.bytes);
      return responseSent;
    }),
    // The office: a document of a job, as PDF.
    route(office.readDocument, async ({ params, request, reply }) => {
      const document = await findDocument(database, params.documentId);
      if (!document) return refuse("not-found");
      await readLog.record(readEntry("document", params.documentId, document.jobId, request));
      const bytes = await filing.read(document);
      return sendFile(reply, {
        bytes,
        contentType: "application/pdf",
        name: `${document.title}.pdf`,
      });
    }),
  ];
}

/** The evidence of access attempts is the office's: it quotes what several engineers wrote. */
function isForEngineers({ kind }: StoredDocument): boolean {
  return kind !== "access-attempts";
}
