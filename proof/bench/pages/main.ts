import { drainBacklog, drainBare, drainOneAtATime, prepareDrain } from "./drain.ts";
import { search, searchAsApp, searchBaseline } from "./search.ts";
import { applyFloor, applyOurs, applyBaseline, deleteBenchDatabase, syncAsApp } from "./sync.ts";

const pageFunctions = {
  drainBacklog,
  drainBare,
  drainOneAtATime,
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
  /** The functions of the page that the figures call. */
  var bench: typeof pageFunctions;
}

globalThis.bench = pageFunctions;
