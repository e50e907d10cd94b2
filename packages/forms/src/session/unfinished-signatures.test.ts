import { expect, it } from "vitest";
import { buildBundle } from "../definition/bundle.ts";
import { aContext, aForm } from "../testing/forms.ts";
import { openSession } from "./form-session.ts";
import type { FormSession, SessionDraft } from "./session-interface.ts";

const half = "data:image/png;base64,AAAA";
const whole = "data:image/png;base64,BBBB";
const stored = "data:image/png;base64,CCCC";

const pages = [
  {
    name: "sign",
    elements: [
      { type: "text", name: "remarks" },
      { type: "text", name: "signer" },
      {
        type: "signaturepad",
        name: "customer",
        title: "Customer",
        valueFrom: "customer.signature",
        signedBy: "signer",
      },
      { type: "signaturepad", name: "engineer", valueFrom: "engineer.signature" },
    ],
  },
  {
    name: "rooms",
    elements: [
      {
        type: "paneldynamic",
        name: "rooms",
        panelCount: 2,
        templateElements: [{ type: "signaturepad", name: "seen" }],
      },
    ],
  },
];
const bundle = buildBundle(aForm([], { content: { pages } }), []);
const context = aContext({ engineer: { name: "Sam Taylor", signature: stored } });
const open = (draft: Partial<SessionDraft> = {}) =>
  openSession(bundle, { answers: null, context, ...draft });

/** Opens the form as after a kill: with the last draft that was stored. */
const reopen = (session: FormSession) => open(JSON.parse(JSON.stringify(session.draft())));
const readUnfinished = (session: FormSession, ...path: (string | number)[]) => {
  const state = session.question(path)?.read();
  return state?.kind === "signaturepad" ? state.unfinished : undefined;
};
const listErrors = (session: FormSession) =>
  session.validate().map(({ path, message }) => [path, message]);

const signed = () => {
  const session = open();
  session.answer(["signer"], "Robin Quill");
  session.draw(["customer"], half);
  return session;
};

it("counts on the screen while it is drawn, and is no answer of the draft", () => {
  const session = signed();
  expect(session.answers()).toHaveProperty("customer", half);
  expect(readUnfinished(session, "customer")).toBeNull();
  const draft = session.draft();
  expect(draft.answers["customer"]).toBeUndefined();
  expect(draft.unfinished).toEqual([{ path: ["customer"], signature: half }]);
});

it("is shown after a kill, and prevents completion until somebody says that it is whole", () => {
  const session = reopen(signed());
  expect(session.answers()["customer"]).toBeUndefined();
  expect(readUnfinished(session, "customer")).toBe(half);
  const notFinished = ["customer", "The signature was not finished. Use it or sign again."];
  expect(listErrors(session)).toEqual([notFinished]);
  expect(session.complete()).not.toHaveProperty("answers");
  expect(session.nextPage()).toBe(false);
  expect(reopen(session).draft().unfinished).toEqual([{ path: ["customer"], signature: half }]);

  const changes: string[] = [];
  session.onChange((change) => changes.push(change));
  session.answer(["customer"], half);
  expect(changes).toContain("answer");
  expect(readUnfinished(session, "customer")).toBeNull();
  expect(listErrors(session)).toEqual([]);
  expect(session.draft()).toMatchObject({ answers: { customer: half }, unfinished: [] });
});

it("can be drawn again after a kill", () => {
  const session = reopen(signed());
  const changes: string[] = [];
  session.onChange((change) => changes.push(change));
  session.answer(["customer"], null);
  expect(changes).toContain("answer");
  expect(session.draft().unfinished).toEqual([]);
  expect(listErrors(session)).toEqual([]);
  session.draw(["customer"], whole);
  expect(session.draft().unfinished).toEqual([{ path: ["customer"], signature: whole }]);
});

it.each<[string, (session: FormSession) => unknown]>([
  ["with the next page", (session) => session.nextPage()],
  ["with completion", (session) => session.complete()],
  ["when the engineer leaves the screen", (session) => session.endSignature()],
  ["when another pad is drawn on", (session) => session.draw(["engineer"], whole)],
])("is ended %s", (_how, goOn) => {
  const session = signed();
  goOn(session);
  expect(session.draft().answers).toHaveProperty("customer", half);
  expect(readUnfinished(reopen(session), "customer")).toBeNull();
});

it("tells the autosave that it has ended", () => {
  const session = signed();
  const changes: string[] = [];
  session.onChange((change) => changes.push(change));
  session.endSignature();
  session.endSignature();
  expect(changes).toEqual(["answer"]);
});

it("that is cleared while it is drawn is not stored", () => {
  const session = signed();
  session.draw(["customer"], null);
  expect(session.draft().unfinished).toEqual([]);
});

it("goes with a name that changes while it is drawn", () => {
  const session = signed();
  session.answer(["signer"], "Sam Taylor");
  expect(session.draft().unfinished).toEqual([]);
});

it.each([
  ["the name", "signer", "Kim Lee"],
  ["another answer", "remarks", "Left on"],
])("goes after a kill with %s that changes", (_what, name, value) => {
  const session = reopen(signed());
  session.answer([name], value);
  expect(readUnfinished(session, "customer")).toBeNull();
  expect(session.draft()).toMatchObject({ unfinished: [], signing: "changed" });
  expect(session.draft().answers["customer"]).toBeUndefined();
  expect(session.read().isSignatureRemoved).toBe(true);
  session.answer([name], name === "signer" ? "Robin Quill" : null);
  expect(session.answers()["customer"]).toBeUndefined();
});

it("of the engineer stays after a kill if another answer changes", () => {
  const session = open();
  session.draw(["engineer"], half);
  const reopened = reopen(session);
  reopened.answer(["remarks"], "Left on");
  expect(readUnfinished(reopened, "engineer")).toBe(half);
});

it("leaves no error at the pad on which it is drawn again", () => {
  const session = reopen(signed());
  expect(session.nextPage()).toBe(false);
  const readErrors = () => session.question(["customer"])?.read().errors;
  expect(readErrors()).toHaveLength(1);
  session.answer(["customer"], null);
  expect(readErrors()).toEqual([]);
});

it("of the engineer is not replaced by the stored one after a kill", () => {
  const session = open();
  session.draw(["engineer"], half);
  const reopened = reopen(session);
  expect(readUnfinished(reopened, "engineer")).toBe(half);
  expect(reopened.answers()["engineer"]).toBeUndefined();
});

it("in an entry of a list is found there, and goes with the entry", () => {
  const session = open();
  session.nextPage();
  session.toggleEntry(["rooms", 1]);
  session.draw(["rooms", 1, "seen"], half);
  const reopened = reopen(session);
  expect(readUnfinished(reopened, "rooms", 1, "seen")).toBe(half);
  reopened.removeEntry(["rooms", 0]);
  expect(reopened.draft().unfinished).toEqual([{ path: ["rooms", 0, "seen"], signature: half }]);
  reopened.removeEntry(["rooms", 0]);
  expect(reopened.draft().unfinished).toEqual([]);
});

it("is not asked about in a form that is only read", () => {
  const session = openSession(bundle, { ...signed().draft(), context, isReadOnly: true });
  expect(readUnfinished(session, "customer")).toBeNull();
});
