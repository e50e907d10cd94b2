export { findAuthenticator } from "./browser/authenticator.ts";
export { startBackground } from "./browser/background.ts";
export { openPageDevice } from "./browser/page.ts";
export { openWorkerDevice } from "./browser/worker.ts";
