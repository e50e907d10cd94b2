import { drainBare, drainOurs, prepareDrain } from "./drain.ts";
import { search, searchPeer } from "./search.ts";
import { applyFloor, applyOurs, applyPeer, forget } from "./sync.ts";

const here = {
  drainBare,
  drainOurs,
  prepareDrain,
  applyFloor,
  applyOurs,
  applyPeer,
  forget,
  search,
  searchPeer,
};

declare global {
  /** What the page does for the figures. */
  var bench: typeof here;
}

globalThis.bench = here;
