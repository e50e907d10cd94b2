import { customerSignature } from "./customer-signature.tsx";
import { signOff } from "./sign-off.tsx";
import type { CloseStep } from "./step.tsx";

/** The wizard's steps in order. A further step is one file and one line here. */
export const closeSteps: readonly CloseStep[] = [customerSignature, signOff];
