import {
  install,
  type InstallRefusal,
  recover,
  type RefreshRefusal,
  rememberEmail,
} from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useSession } from "../../phone/device.tsx";
import { LostWork } from "../../phone/lost-work.tsx";
import { synchronise } from "../../phone/synchronise.ts";
import { usePhoneBack } from "../../ui/phone-back.ts";
import { showToast } from "../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { helpPath } from "./error-codes.ts";
import { PinStep } from "./pin-step.tsx";
import { type AppAnswers, RunAsAppStep } from "./run-as-app-step.tsx";
import { SignatureStep } from "./signature-step.tsx";
import { useWizard } from "./wizard.ts";
import { strings } from "./strings.ts";

/** The installation: 1 PIN, 2 digital signature, 3 Run As App. The last step registers the phone. */
export function StepsScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const wizard = useWizard();
  const { answers } = wizard;
  const { user } = useSession();
  const [error, setError] = useState<string | null>(null);
  const handleRefusal = useRefusalHandler(setError, wizard.goTo);
  useUnsavedChangesGuard();
  usePhoneBack(wizard.back);

  const register = async (app: AppAnswers) => {
    setError(null);
    const { pin, signature } = answers;
    const result = await install(device, { pin, signature: signature ?? "", ...app });
    if (!result.ok) return handleRefusal(result.refusal);
    wizard.reset();
    // The same engineer signs in next, so the username is filled in.
    if (user) rememberEmail(user.email);
    await navigate({ to: "/signout/installation", replace: true });
  };

  if (wizard.step === 1) {
    return (
      <PinStep
        of={3}
        initial={answers.pin}
        onBack={() => void navigate({ to: "/install" })}
        onDone={(pin) => wizard.saveAnswers({ pin }, 2)}
      />
    );
  }
  if (wizard.step === 2) {
    return (
      <SignatureStep
        initial={answers.signature}
        onChange={(signature) => wizard.saveAnswers({ signature })}
        onBack={() => wizard.goTo(1)}
        onDone={(signature) => wizard.saveAnswers({ signature }, 3)}
      />
    );
  }
  return (
    <RunAsAppStep
      step={3}
      of={3}
      initial={answers.app}
      error={error}
      onBack={() => wizard.goTo(2)}
      onSave={(app) => wizard.saveAnswers({ app })}
      onHelp={(errorCode) => void navigate({ to: helpPath, state: { errorCode } })}
      onDone={register}
    />
  );
}

/** Installs another browser. The server has the engineer's PIN and signature, so only this browser's part remains. */
export function SelfInstallScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const wizard = useWizard();
  const { answers } = wizard;
  const [error, setError] = useState<string | null>(null);
  const handleRefusal = useRefusalHandler(setError, wizard.goTo);
  const text = strings().self;
  useUnsavedChangesGuard();
  usePhoneBack(wizard.back);

  const setUp = async () => {
    setError(null);
    const result = await recover(device, { pin: answers.pin });
    if (!result.ok) return handleRefusal(result.refusal);
    wizard.reset();
    showToast({ text: text.done(result.value.added), kind: "good", duration: "long" });
    await navigate({ to: "/", replace: true });
    void synchronise(device, { requestedBy: "sign-in", full: true });
  };

  if (wizard.step === 1) {
    return (
      <PinStep
        of={2}
        title={text.heading}
        text={text.text}
        note={<LostWork />}
        initial={answers.pin}
        onBack={() => void navigate({ to: "/signout" })}
        onDone={(pin) => wizard.saveAnswers({ pin }, 2)}
      />
    );
  }
  return (
    <RunAsAppStep
      step={2}
      of={2}
      initial={answers.app}
      error={error}
      onBack={() => wizard.goTo(1)}
      onSave={(app) => wizard.saveAnswers({ app })}
      onHelp={(errorCode) => void navigate({ to: helpPath, state: { errorCode } })}
      onDone={setUp}
    />
  );
}

/** Handles a refusal: opens its help topic or its step, shows an error, or leaves the wizard. */
function useRefusalHandler(setError: (error: string) => void, goTo: (step: 1 | 2 | 3) => void) {
  const navigate = useNavigate();
  return async (refusal: InstallRefusal | RefreshRefusal): Promise<void> => {
    const text = strings().failed;
    switch (refusal) {
      case "UserConfigurationError":
      case "ExistingDeviceRegistrationFound":
        return navigate({ to: helpPath, state: { errorCode: refusal } });
      case "network":
        return setError(text.network);
      case "password-needed":
        return setError(text.passwordNeeded);
      case "pin-not-saved":
        showToast({ text: text.pinNotSaved, kind: "danger", duration: "long" });
        return goTo(1);
      case "signature-not-saved":
        showToast({
          title: text.signatureNotSaved,
          text: text.laterOrSupport,
          kind: "danger",
          duration: "long",
        });
        return goTo(2);
      case "signed-out":
      case "failed":
      case "not-installed":
      case "storage-full":
      case "storage-failed":
        showToast({ text: text.other, kind: "danger", duration: "long" });
        return navigate({ to: "/signout", replace: true });
      default:
        return refusal satisfies never;
    }
  };
}
