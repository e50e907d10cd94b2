import type { ClosingStep } from "@fieldfare/domain";
import { contactsStep } from "./contacts-step.tsx";
import { heatingStep } from "./heating-step.tsx";
import { rootCauseStep } from "./root-cause-step.tsx";
import { signOffStep } from "./sign-off-step.tsx";
import { signatureStep } from "./signature-step.tsx";
import type { CloseStep } from "./step.tsx";
import { unusedPartsStep } from "./unused-parts-step.tsx";
import { warningNoticeStep } from "./warning-notice-step.tsx";

/** The screen of each step. The domain decides which steps are shown, and in which order. */
export const closeSteps: { readonly [S in ClosingStep]: CloseStep<S> } = {
  warningNotice: warningNoticeStep,
  unusedParts: unusedPartsStep,
  contacts: contactsStep,
  heating: heatingStep,
  rootCause: rootCauseStep,
  signature: signatureStep,
  signOff: signOffStep,
};
