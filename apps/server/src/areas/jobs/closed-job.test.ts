import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import {
  aClose,
  aContact,
  anAppliance,
  aNote,
  aPart,
  aSor,
  sendImage,
  visitedOn,
} from "../../testing/closings.ts";
import { testImage, testImageUrl } from "../../testing/in-process.ts";
import { aDraft } from "../../testing/jobs.ts";
import { readPdfText } from "@fieldfare/documents/testing";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.call(office.putData, {
    params: { type: "DomainData" },
    body: {
      rows: [
        [1, 1011, "Type", 1, "Combi boiler"],
        [2, 1011, "Location", 3, "Airing cupboard"],
        [3, 1230, "ContactType", 5, "Keyholder"],
        [4, 1010, "NoAccessReason", 4, "Loose dog"],
      ].map(([domainDataId, entityCode, fieldName, value, text]) => ({
        domainDataId,
        entityCode,
        fieldName,
        value,
        text,
        sortOrder: 1,
        requiresAdditionalText: false,
      })),
    },
  });
  await server.call(office.putData, {
    params: { type: "RootCauses" },
    body: {
      rows: [
        {
          rootCauseId: 1,
          description: "Component",
          requiresAdditionalText: false,
          child: [{ rootCauseId: 12, description: "Fan", requiresAdditionalText: true, child: [] }],
        },
      ],
    },
  });
});

afterAll(() => server.stop());

async function downloadDocument(documentId: string) {
  const path = office.readDocument.path.replace(":documentId", documentId);
  const response = await fetch(`${server.origin}${path}`, {
    headers: { authorization: `Bearer ${server.officeToken}` },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A job at a property that already has a boiler and a contact. */
async function aVisit(name: string) {
  const engineer = await server.addEngineer(name);
  const propertyId = randomUUID();
  const oldContactId = randomUUID();
  const { fieldOperativeId } = engineer;
  const raised = await server.call(office.createJob, {
    body: aDraft({
      fieldOperativeId,
      formattedJobId: `FF-${name}`,
      taskDetails: "No heating since Tuesday",
      property: {
        propertyId,
        addressLine1: "1 Example Street",
        addressLine3: "Leeds",
        postcode: "LS6 1AA",
        tenants: [{ propertyTenantId: oldContactId, fullName: "Kim Leaver" }],
      },
    }),
  });
  const fieldOperativeAppointmentId = raised.fieldOperativeAppointmentId ?? "";
  return {
    engineer,
    propertyId,
    oldContactId,
    job: { jobId: raised.jobId, fieldOperativeAppointmentId },
  };
}

it("the office reads one visit in full: two SORs, a note with two photos, a new boiler of an unknown model, a contact who left, a part used and a part to order", async () => {
  const { engineer, propertyId, oldContactId, job } = await aVisit("Noor");
  for (const currentStatus of ["Reset", "Travelling", "OnSite", "AccessGained"] as const) {
    await server.send(engineer, "JobStatusChange", {
      ...job,
      currentStatus,
      changeTimestamp: visitedOn,
    });
  }
  const note = aNote(job, { description: "Fan seized, flue cleared", isPublic: false });
  const photos = [
    await sendImage(server, engineer, job, testImage, note.engineeringNoteId),
    await sendImage(server, engineer, job, testImage, note.engineeringNoteId),
  ];
  const notes = [
    { ...note, imageIds: photos.map(({ imageId }) => imageId) },
    aNote(job, { description: "Boiler left working" }),
  ];
  const plannedSors = [
    aSor(job, { sorCodeId: 7, sorCode: "GA635001", qtyUsed: 1.25 }),
    aSor(job, { sorCodeId: 8, sorCode: "GA635002", shortDescription: "Renew fan", usageType: 2 }),
  ];
  const propertyAssets = [
    anAppliance(propertyId, {
      unknownManufacturerName: "Kessel & Söhne",
      unknownModelName: "Winterfest 24",
      location: 3,
      fuelType: 1,
      flueType: 1,
      flueDirection: 1,
      condition: 1,
      ownership: 1,
      gasCouncilNumber: "1234567",
    }),
    anAppliance(propertyId, {
      addedByEngineer: false,
      manufacturerName: "Potterton",
      scrapped: true,
      scrappedDateTime: visitedOn,
    }),
  ];
  const tenants = [
    aContact(propertyId, {
      propertyTenantId: oldContactId,
      fullName: "Kim Leaver",
      addedByEngineer: false,
      flagDeleted: true,
      // Newer than the office's contact, and the newer change wins.
      modifiedOn: new Date().toISOString(),
    }),
    aContact(propertyId, {
      fullName: "Pat Example",
      contactType: 5,
      contactMethodType: 2,
      phones: [{ phoneType: "Mobile", number: "07700900123" }],
    }),
  ];
  const parts = [
    aPart(job, {
      shortDescription: "Fan assembly",
      usageType: 2,
      usageStatus: "Exact",
      qtyUsed: 1,
    }),
    aPart(job, {
      shortDescription: "Flue elbow",
      usageType: 3,
      usageStatus: "Requested",
      qtyUsed: 0,
      qtyRequired: 2,
      isPartRequired: true,
    }),
  ];
  const content = { notes, plannedSors, propertyAssets, tenants, parts };
  const close = aClose(job, {
    job: content,
    manifest: photos,
    outcome: {
      outcomeId: 3,
      rootCauses: [
        { rootCauseId: 1, additionalText: null },
        { rootCauseId: 12, additionalText: "Bearing" },
      ],
      customerSignature: { customerName: "Pat Example", optOut: false, dataUrl: testImageUrl },
      partsNotUsed: { noteId: randomUUID() },
      partsNotUsedNote: "The ordered valve was the wrong one",
      heatingStatus: {
        isHeatingOperational: true,
        hasHotWater: true,
        wereTempHeatersLeft: false,
        isThePropertyCapped: false,
      },
    },
  });
  await server.send(engineer, "JobClose", close);

  const read = await server.call(office.readJob, { params: { jobId: job.jobId } });
  // The message as it was received.
  expect(read.messages.at(-1)).toMatchObject({ type: "JobClose", payload: close, flags: [] });
  // The records that the server stored from it.
  expect(read.job).toMatchObject({ status: "Closed", outcomeId: 3, notes, plannedSors });
  expect(read.job.parts).toEqual(expect.arrayContaining(parts));
  expect(read.appliances).toEqual(expect.arrayContaining(propertyAssets));
  expect(read.contacts).toEqual(expect.arrayContaining(tenants));
  expect(read.images.map(({ imageId, entityId }) => ({ imageId, entityId }))).toEqual(
    expect.arrayContaining(
      photos.map(({ imageId }) => ({ imageId, entityId: note.engineeringNoteId })),
    ),
  );
  expect(read.closing).toEqual({
    kind: "JobClose",
    closedOn: close.changeTimestamp,
    receivedOn: read.messages.at(-1)?.receivedOn,
    closedBy: { fieldOperativeId: engineer.fieldOperativeId, name: "Noor" },
    outcome: close.outcome,
    inWords: {
      outcome: "Parts Required",
      noAccessReason: null,
      rootCauses: [
        { rootCauseId: 1, description: "Component", additionalText: null },
        { rootCauseId: 12, description: "Fan", additionalText: "Bearing" },
      ],
      unusedParts: [],
      uncollectedParts: [],
    },
    // The test uses the bytes of the first photo as the signature.
    signatureImageId: photos[0]?.imageId,
    formPhotoImageIds: [],
    outdatedOrders: null,
    numberOfMessages: 3,
    arrivedMessages: 3,
    delivered: true,
    deliveredOn: expect.any(String) as string,
    missingImageIds: [],
    removed: { appliances: [], contacts: [], parts: [] },
  });
  // The next engineer does not get what was removed from the property.
  expect(read.job.property.assets).toEqual([propertyAssets[0]]);
  expect(read.job.property.tenants).toEqual([tenants[1]]);

  const [sheet] = read.documents;
  expect(read.documents).toMatchObject([{ kind: "job-sheet", name: "Job sheet FF-Noor" }]);
  const { response, bytes } = await downloadDocument(sheet?.documentId ?? "");
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const text = (await readPdfText(bytes)).join(" ");
  for (const words of [
    "1 Example Street Leeds LS6 1AA",
    "Gas repair, No heating",
    "No heating since Tuesday",
    "Noor",
    "Access Gained 21/11/2026 10:35",
    "Parts Required",
    "Component > Fan: Bearing",
    "Heating operational Yes",
    "Temporary heaters left No",
    "GA635001 Service the boiler 1 1.25",
    "GA635002 Renew fan (added by the engineer) 1 1",
    "Engineering notes 21/11/2026 10:00 Boiler left working",
    "Combi boiler Kessel & Söhne Winterfest 24 Airing cupboard",
    "GC: 1234567",
    "Scrapped 21/11/2026 10:00",
    "Pat Example Keyholder Added by the engineer",
    "Used from stock",
    "Fan assembly 1",
    "To be ordered",
    "Flue elbow 2",
    "Signature of Pat Example",
    "Page 1 of ",
  ]) {
    expect(text).toContain(words);
  }
  // The tenant may get the job sheet, so it has none of this.
  for (const words of [
    "Fan seized",
    "Private",
    "The ordered valve was the wrong one",
    "Kim Leaver",
    "07700900123",
    "Photos",
    "Taken",
    "Exact",
    "Requested",
  ]) {
    expect(text).not.toContain(words);
  }
});

it("a visit without access has a job sheet with its reason, notes and photos", async () => {
  const { engineer, job } = await aVisit("Ola");
  const photo = await sendImage(server, engineer, job, testImage);
  await server.send(engineer, "JobNoAccess", {
    ...job,
    noAccessReasonId: 4,
    notes: "A dog behind the gate",
    imageIds: [photo.imageId],
    statusTimestamps: { OnSite: visitedOn, Closed: visitedOn },
    manifest: [photo],
    changeTimestamp: visitedOn,
  });
  const read = await server.call(office.readJob, { params: { jobId: job.jobId } });
  expect(read.closing).toMatchObject({
    kind: "JobNoAccess",
    outcome: { noAccessReasonId: 4, notes: "A dog behind the gate", imageIds: [photo.imageId] },
    inWords: {
      outcome: "No access",
      noAccessReason: "Loose dog",
      rootCauses: [],
      unusedParts: [],
      uncollectedParts: [],
    },
    signatureImageId: null,
    numberOfMessages: 2,
    arrivedMessages: 2,
  });
  const { bytes } = await downloadDocument(read.documents[0]?.documentId ?? "");
  const text = (await readPdfText(bytes)).join(" ");
  expect(text).toContain("Reason Loose dog Notes A dog behind the gate");
  expect(text).toContain("No access: Loose dog Taken 21/11/2026 10:00");
});

it("an unknown document is answered with 404", async () => {
  const { response } = await downloadDocument(randomUUID());
  expect(response.status).toBe(404);
});

it("a SOR that the engineer removed is no longer on the job", async () => {
  const { engineer, job } = await aVisit("Remi");
  const [planned, other] = [aSor(job, { sorCodeId: 7 }), aSor(job, { sorCodeId: 8 })];
  await server.send(engineer, "JobClose", aClose(job, { job: { plannedSors: [planned, other] } }));
  await server.send(engineer, "JobClose", aClose(job, { job: { plannedSors: [other] } }));
  const read = await server.call(office.readJob, { params: { jobId: job.jobId } });
  expect(read.job.plannedSors.map((sor) => sor.sorCodeId)).toEqual([8]);
});

it("a visit with a hundred long notes is stored in full", async () => {
  const { engineer, job } = await aVisit("Uma");
  const notes = Array.from({ length: 100 }, () => aNote(job, { description: "x".repeat(10_000) }));
  await server.send(engineer, "JobClose", aClose(job, { job: { notes } }));
  const read = await server.call(office.readJob, { params: { jobId: job.jobId } });
  expect(read.job.notes).toHaveLength(100);
});
