import { drainBare, drainOurs, prepareDrain } from "./drain.ts";
import { search, searchAsApp, searchBaseline } from "./search.ts";
import { applyFloor, applyOurs, applyBaseline, deleteBenchDatabase, syncAsApp } from "./sync.ts";

const here = {
  drainBare,
  drainOurs,
  prepareDrain,
  applyFloor,
  applyOurs,
  applyBaseline,
  deleteBenchDatabase,
  search,
  searchAsApp,
  searchBaseline,
  syncAsApp,
};

declare global {
  /** What the page does for the figures. */
  var bench: typeof here;
}

globalThis.bench = here;
