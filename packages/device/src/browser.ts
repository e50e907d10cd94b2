export { startBackground } from "./browser/background.ts";
export { holdsDatabase, openPageDevice } from "./browser/page.ts";
export { openWorkerDevice } from "./browser/worker.ts";
