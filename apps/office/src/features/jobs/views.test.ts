import { expect, it } from "vitest";
import { isViewChanged, readViewSearch, writeViewSearch } from "./views.ts";

const viewId = "0193b3f0-0000-7000-8000-00000000a001";
const view = {
  viewId,
  name: "Late",
  search: "category=12&search=%3Cb%3E%26+%221%22&status=New",
  isShared: false,
  isOwn: true,
  ownerName: "Pat",
  version: 1,
};

it("reads the address that it wrote, with texts of any kind", () => {
  const search = readViewSearch(view);
  expect(search).toEqual({ category: "12", search: `<b>& "1"`, status: "New", view: viewId });
  expect(writeViewSearch(search)).toBe(view.search);
});

it("leaves out what the list does not know", () => {
  expect(readViewSearch({ viewId, search: "status=Lost&order=oldest&evil=1" })).toEqual({
    order: "oldest",
    view: viewId,
  });
});

it("tells a changed view from one whose values stand in another order", () => {
  expect(
    isViewChanged(
      { ...view, search: "status=New&category=12" },
      { status: "New", category: "12", view: viewId },
    ),
  ).toBe(false);
  expect(isViewChanged(view, { status: "New" })).toBe(true);
});
