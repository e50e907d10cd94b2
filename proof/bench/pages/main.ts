import { drainBare, drainOurs, prepareDrain } from "./drain.ts";
import { search, searchAsApp, searchPeer } from "./search.ts";
import { applyFloor, applyOurs, applyPeer, forget, syncAsApp } from "./sync.ts";

const here = {
  drainBare,
  drainOurs,
  prepareDrain,
  applyFloor,
  applyOurs,
  applyPeer,
  forget,
  search,
  searchAsApp,
  searchPeer,
  syncAsApp,
};

declare global {
  /** What the page does for the figures. */
  var bench: typeof here;
}

globalThis.bench = here;
