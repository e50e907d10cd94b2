import { search, searchPeer } from "./search.ts";
import { applyFloor, applyOurs, applyPeer, forget } from "./sync.ts";

const bench = { applyFloor, applyOurs, applyPeer, forget, search, searchPeer };

declare global {
  var bench: typeof import("./main.ts").default;
}

globalThis.bench = bench;
export default bench;
