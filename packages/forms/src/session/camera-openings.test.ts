import { describe, expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import { aContext, aForm, anAppliance } from "../testing/forms.ts";
import type { ClearedEntry } from "./entry-appliance.ts";
import { openSession } from "./form-session.ts";
import { buildPhotoAnswer } from "./photo-answers.ts";
import type { FormSession, SessionDraft } from "./session-interface.ts";

const boiler = anAppliance("boiler");
const cooker = anAppliance("cooker", { type: 8 });
const context = aContext({ appliances: [boiler, cooker] });

const bundle = buildBundle(
  aForm([
    {
      type: "paneldynamic",
      name: "checks",
      templateElements: [
        { type: "dropdown", name: "asset", choicesFrom: "appliances", valueFrom: "appliance.id" },
        { type: "text", name: "type", valueFrom: "appliance.type" },
        { type: "file", name: "photos", allowMultiple: true, storeDataAsText: false },
      ],
    },
  ]),
  [],
);
const details = { asset: "boiler", type: "Combi boiler" };

const open = (checks: readonly object[], draft?: SessionDraft) =>
  openSession(bundle, { answers: { checks }, context, ...draft });
const resume = (session: FormSession) => {
  const { answers, ...place } = session.draft();
  return openSession(bundle, { answers: JSON.parse(JSON.stringify(answers)), context, ...place });
};
const photosIn = (session: FormSession) => {
  const rows = session.answers()["checks"];
  return (Array.isArray(rows) ? rows : []).map(({ photos = [] }) =>
    photos.map(({ imageId }: { imageId: string }) => imageId),
  );
};

describe("A photo that is saved after its entry has changed", () => {
  it("goes to its entry when an earlier one was removed", () => {
    const session = open([details, { type: "Hob" }, { type: "Fire" }]);
    session.openCamera(["checks", 1, "photos"], "opening");
    session.removeEntry(["checks", 0]);
    expect(session.draft()).toMatchObject({
      camera: ["checks", 0, "photos"],
      openingId: "opening",
    });
    session.addTakenPhoto("opening", "photo");
    expect(photosIn(session)).toEqual([["photo"], []]);
  });

  it("goes to no entry when its own was removed", () => {
    const session = open([details, { type: "Hob" }]);
    session.openCamera(["checks", 0, "photos"], "opening");
    session.removeEntry(["checks", 0]);
    session.addTakenPhoto("opening", "photo");
    expect(photosIn(session)).toEqual([[]]);
    expect(session.draft().camera).toBeNull();
  });

  it("goes to no entry when another appliance was chosen in its own", () => {
    const session = open([details]);
    session.openCamera(["checks", 0, "photos"], "opening");
    const drafts: SessionDraft[] = [];
    session.onChange(() => drafts.push(session.draft()));
    session.answer(["checks", 0, "asset"], "cooker");
    session.addTakenPhoto("opening", "photo");
    expect(photosIn(session)).toEqual([[]]);
    expect(drafts.at(-1)).toMatchObject({ camera: null, openingId: null });
  });

  it("goes to no entry when the appliance before was put back in its own", () => {
    const session = open([{ ...details, photos: [buildPhotoAnswer("first")] }]);
    const cleared: ClearedEntry[] = [];
    session.onEntryCleared((one) => cleared.push(one));
    session.answer(["checks", 0, "asset"], "cooker");
    session.openCamera(["checks", 0, "photos"], "opening");
    cleared[0]?.restore();
    session.addTakenPhoto("opening", "photo");
    expect(photosIn(session)).toEqual([["first"]]);
  });

  it("stays in its entry after the first choice of an appliance", () => {
    const session = open([{ type: "Hob" }]);
    session.openCamera(["checks", 0, "photos"], "opening");
    session.answer(["checks", 0, "asset"], "cooker");
    session.addTakenPhoto("opening", "photo");
    expect(photosIn(session)).toEqual([["photo"]]);
  });
});

describe("The draft of a form", () => {
  it("names no camera after it was cancelled", () => {
    const session = open([details]);
    session.openCamera(["checks", 0, "photos"], "opening");
    session.closeCamera("opening");
    expect(session.draft()).toMatchObject({ camera: null, openingId: null });
    const again = resume(session);
    again.restorePhotos(["photo"]);
    expect(photosIn(again)).toEqual([[]]);
  });

  it("names the camera of the other question while photos of that one are still being saved", () => {
    const session = open([details, { type: "Hob" }]);
    session.openCamera(["checks", 0, "photos"], "first");
    session.openCamera(["checks", 1, "photos"], "second");
    session.addTakenPhoto("first", "photo");
    session.closeCamera("second");
    expect(session.draft()).toMatchObject({ camera: ["checks", 0, "photos"], openingId: "first" });
    expect(photosIn(session)).toEqual([["photo"], []]);
  });
});
