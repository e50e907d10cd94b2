import { downloadDocument, downloadDocumentAsPdf, getJobHistory } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { londonTime } from "@fieldfare/domain";
import type { Filing } from "../../documents/filing.ts";
import { findDocument, listDocuments } from "../../documents/documents.ts";
import { readPhotoDetails } from "../../documents/photos.ts";
import { sendFile } from "../../http/files.ts";
import { isRefusal, refuse } from "../../http/problem.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readObject } from "../../objects/objects.ts";
import { readImage } from "./images.ts";
import { findImage, mayRead, listImages } from "./store.ts";

export function historyRoutes({ database, config }: Server): Route[] {
  return [
    // An engineer with work at the property: the documents and images of a completed job.
    route(getJobHistory, async ({ identity, params }) => {
      if (!(await mayRead(database, params.jobId, identity.fieldOperativeId)))
        return refuse("not-found");
      const documents = await listDocuments(database, params.jobId);
      const { captions, signatures } = await readPhotoDetails(database, params.jobId);
      const images = await listImages(database, params.jobId);
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

/** Returns the calls below the admin base path: they find a file by an id, never by a path. */
export function documentRoutes({ database, objects }: Server, filing: Filing): Route[] {
  return [
    // An engineer with work at the property: an image of a completed job.
    route(downloadDocument, async ({ identity, params, reply }) => {
      const image = await findImage(database, params.documentId, identity.fieldOperativeId);
      if (!image) return refuse("not-found");
      const { imageId, sha256, contentType } = image;
      const bytes = await readObject(objects, sha256, `image ${imageId}`);
      const extension = contentType === "image/png" ? "png" : "jpg";
      return sendFile(reply, { bytes, contentType, name: `${imageId}.${extension}` });
    }),
    // An engineer with work at the property: a document of a completed job, as PDF.
    route(downloadDocumentAsPdf, async ({ identity, params, reply }) => {
      const document = await findDocument(database, params.documentId);
      if (!document || !(await mayRead(database, document.jobId, identity.fieldOperativeId)))
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

export function officeDocumentRoutes({ database, objects }: Server, filing: Filing): Route[] {
  return [
    // The office: an image as it was received.
    route(office.readImage, async ({ params, reply }) => {
      const image = await readImage(database, objects, params.imageId);
      if (isRefusal(image)) return image;
      reply
        .type(image.contentType)
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .header("Content-Disposition", `inline; filename="${image.name}"`)
        .send(image.bytes);
      return responseSent;
    }),
    // The office: a document of a job, as PDF.
    route(office.readDocument, async ({ params, reply }) => {
      const document = await findDocument(database, params.documentId);
      if (!document) return refuse("not-found");
      const bytes = await filing.read(document);
      return sendFile(reply, {
        bytes,
        contentType: "application/pdf",
        name: `${document.name}.pdf`,
      });
    }),
  ];
}
