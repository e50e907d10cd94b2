// A file of its own, so that it is loaded behind the screen.
export { signIn } from "@fieldfare/device";
export { finishSignIn } from "./finish.ts";
export { describeRefusal } from "./refusals.ts";
