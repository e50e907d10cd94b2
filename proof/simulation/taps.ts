import {
  addAppliance,
  addContact,
  addForm,
  addNote,
  addPart,
  addPhoto,
  addSor,
  advanceJob,
  beginJobForm,
  cancelJob,
  closeJob,
  closeWithoutAccess,
  completeJobForm,
  confirmNotice,
  type Device,
  type JobRow,
  placeHold,
  readNotices,
  releaseHold,
  removeJob,
  retainJob,
  saveJobForm,
  selectJob,
  updateSignature,
  uploadPhotos,
} from "@fieldfare/device";
import { closeAnswers, type Random } from "@fieldfare/device/testing";
import { blankAppliance, blankContact, blankPart, isWorking } from "@fieldfare/domain";
import { aPhoto, signature } from "./images.ts";
import type { Tap } from "./scenario-types.ts";
import { checklist, holdReasons } from "./reference-data.ts";

/** Everything that an engineer can tap in a job, sensible or not. */
const taps: readonly Tap[] = [
  { name: "select", weight: 4, run: (device, job) => selectJob(device, job.jobId) },
  { name: "advance", weight: 10, run: (device, job) => advanceJob(device, job.jobId, job.status) },
  { name: "cancel", weight: 1, run: (device, job) => cancelJob(device, job.jobId) },
  {
    name: "hold",
    weight: 2,
    run: (device, job, random) =>
      placeHold(device, job.jobId, {
        holdReasonId: 1 + random.below(2),
        holdDescription: random.chance(0.5) ? "Parts" : null,
        reasons: holdReasons,
      }),
  },
  { name: "release", weight: 2, run: (device, job) => releaseHold(device, job.jobId) },
  {
    name: "photo",
    weight: 4,
    run: (device, job, random) =>
      addPhoto(device, { jobId: job.jobId, purpose: "job", file: aPhoto(random) }),
  },
  { name: "upload photos", weight: 2, run: (device, job) => uploadPhotos(device, job.jobId) },
  {
    name: "note",
    weight: 2,
    async run(device, job, random) {
      const photo = { jobId: job.jobId, purpose: "note", file: aPhoto(random) } as const;
      if (random.chance(0.5)) await addPhoto(device, photo);
      return addNote(device, job.jobId, { description: "Boiler serviced", isPublic: true });
    },
  },
  {
    name: "part",
    weight: 2,
    run: (device, job, random) =>
      addPart(device, job.jobId, {
        ...blankPart,
        shortDescription: "Fan gasket",
        quantity: String(1 + random.below(3)),
        isPartRequired: random.chance(0.5),
      }),
  },
  {
    name: "appliance",
    weight: 1,
    async run(device, job, random) {
      const photo = { jobId: job.jobId, purpose: "appliance", file: aPhoto(random) } as const;
      if (random.chance(0.4)) await addPhoto(device, photo);
      return addAppliance(device, job.jobId, {
        ...blankAppliance,
        type: 16,
        manufacturerAndModel: {
          manufacturer: { kind: "unknown", name: "Calder" },
          model: { kind: "unknown", name: `Mk ${random.below(9)}` },
        },
      });
    },
  },
  {
    name: "SOR",
    weight: 1,
    run: (device, job, random) =>
      addSor(device, job.jobId, {
        sor: { sorCodeId: 1 + random.below(4), code: "GA635001", description: "Renew a pump" },
        quantity: "1.25",
      }),
  },
  {
    name: "contact",
    weight: 1,
    run: (device, job, random) =>
      addContact(device, job.jobId, {
        ...blankContact,
        fullName: `Lee Tenant ${random.below(5)}`,
        contactType: 1,
        contactMethodType: 2,
        mobile: "07700900123",
      }),
  },
  {
    name: "form",
    weight: 2,
    async run(device, job, random) {
      const { jobId } = job;
      const { customFormId } = checklist;
      const bundle = { definition: checklist, subForms: [] };
      const answers = { seen: `Seen ${random.below(1000)}` };
      const entry = job.customForms.find((each) => each.customFormId === customFormId);
      if (!entry) return addForm(device, jobId, checklist);
      if (entry.completionStatus === "NotStarted") {
        const draft = { answers, page: null, panel: null, camera: null };
        return beginJobForm(device, jobId, customFormId, { bundle, draft });
      }
      return random.chance(0.5)
        ? saveJobForm(device, jobId, customFormId, answers)
        : completeJobForm(device, jobId, customFormId, { bundle, answers, lists: [] });
    },
  },
  {
    name: "no access",
    weight: 2,
    async run(device, job, random) {
      const photo = { jobId: job.jobId, purpose: "no-access", file: aPhoto(random) } as const;
      const added = await addPhoto(device, photo);
      if (!added.ok) return added;
      return closeWithoutAccess(device, job.jobId, { noAccessReasonId: 1, notes: "Nobody in" });
    },
  },
  {
    // Work was recorded, the job goes on hold and back to On Site, and ends there without access.
    name: "hold, then no access",
    weight: 1,
    async run(device, job, random) {
      const { jobId } = job;
      const held = await placeHold(device, jobId, {
        holdReasonId: 1,
        holdDescription: null,
        reasons: holdReasons,
      });
      if (!held.ok) return held;
      const released = await releaseHold(device, jobId);
      if (!released.ok) return released;
      if (random.chance(0.4)) return cancelJob(device, jobId);
      const added = await addPhoto(device, { jobId, purpose: "no-access", file: aPhoto(random) });
      if (!added.ok) return added;
      return closeWithoutAccess(device, jobId, { noAccessReasonId: 1, notes: "Locked out" });
    },
  },
  {
    name: "close",
    weight: 6,
    run(device, job, random) {
      const optOut = random.chance(0.3);
      const answers = closeAnswers({
        outcomeId: random.pick([1, 5, 6] as const),
        signature: { customerName: "Jo Tenant", optOut, signature: optOut ? null : signature },
      });
      return closeJob(device, job.jobId, answers);
    },
  },
  {
    name: "confirm a notice",
    weight: 2,
    async run(device, job) {
      const [notice] = await readNotices(device, job.jobId);
      return notice
        ? confirmNotice(device, job.jobId, notice)
        : { ok: false, refusal: "no-notice" };
    },
  },
  {
    name: "retain",
    weight: 1,
    run: (device, job) => retainJob(device, job.jobId, { reason: 2, comment: "On my way" }),
  },
  {
    name: "remove",
    weight: 0.5,
    async run(device, job) {
      const removalRequests = await device.database.jobRemoval
        .where("jobId")
        .equals(job.jobId)
        .count();
      return removalRequests > 0
        ? removeJob(device, job.jobId)
        : { ok: false, refusal: "no-removal-request" };
    },
  },
  {
    name: "new signature",
    weight: 0.3,
    run: (device) => updateSignature(device, signature),
  },
];

/** The taps that move a job on, by its status. */
const likelyTaps: Readonly<Record<JobRow["status"], readonly string[]>> = {
  New: ["advance", "advance", "confirm a notice"],
  Travelling: ["advance", "advance", "photo"],
  OnSite: ["advance", "advance", "advance", "photo", "no access"],
  AccessGained: [
    "photo",
    "upload photos",
    "note",
    "part",
    "SOR",
    "contact",
    "appliance",
    "form",
    "form",
    "hold",
    "hold, then no access",
    "hold, then no access",
    "close",
    "close",
  ],
  Closed: ["select"],
};

/** Draws a tap in this job: six times out of ten a likely one for its status, otherwise any tap by its weight. */
export function drawTap(random: Random, job: JobRow): Tap {
  if (random.chance(0.6)) {
    const name = job.hold ? "release" : random.pick(likelyTaps[job.status]);
    const likelyTap = taps.find((tap) => tap.name === name);
    if (likelyTap) return likelyTap;
  }
  let remaining = random.next() * taps.reduce((sum, tap) => sum + tap.weight, 0);
  return taps.find((tap) => (remaining -= tap.weight) < 0) ?? random.pick(taps);
}

/** Draws a job of the signed-in engineer: usually the one that is being worked on, sometimes another. */
export async function drawJob(device: Device, random: Random): Promise<JobRow | null> {
  const { engineer } = device;
  if (!engineer || (await engineer.token.count()) === 0) return null;
  const own = (await engineer.job.toArray()).sort((a, b) =>
    a.appointmentDateTime.localeCompare(b.appointmentDateTime),
  );
  if (own.length === 0) return null;
  const working = own.find((row) => isWorking(row));
  if (working && random.chance(0.85)) return working;
  const open = own.filter((row) => row.status !== "Closed");
  return random.pick(open.length > 0 && random.chance(0.9) ? open : own);
}
