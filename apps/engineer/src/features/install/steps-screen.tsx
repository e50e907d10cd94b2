import { install, type InstallRefusal } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { readPermissions } from "./permissions.ts";
import { PinStep } from "./pin-step.tsx";
import { RunAsAppStep } from "./run-as-app-step.tsx";
import { SignatureStep } from "./signature-step.tsx";
import type { IconInstall } from "./run-as-app-step.tsx";
import { words } from "./words.ts";

/** 1 PIN, 2 digital signature, 3 Run As App; then the phone is registered. The PIN is kept in memory only. */
export function StepsScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [pin, setPin] = useState("");
  const [signature, setSignature] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<InstallRefusal | null>(null);
  useUnsafePoint();

  const register = async (iconInstall: IconInstall) => {
    setRefusal(null);
    const result = await install(device, {
      pin,
      signature: signature ?? "",
      iconInstall,
      browserWarningAcknowledged: true,
      ...(await readPermissions()),
    });
    if (result.ok) {
      await navigate({ to: "/signout/installation", replace: true });
    } else if (result.refusal === "failed" || result.refusal === "signed-out") {
      showToast({ text: words().failed.other, kind: "danger", duration: "long" });
      await navigate({ to: "/signout", replace: true });
    } else {
      setRefusal(result.refusal);
    }
  };

  if (step === 1) {
    return (
      <PinStep
        initial={pin}
        onBack={() => void navigate({ to: "/install" })}
        onDone={(chosen) => {
          setPin(chosen);
          setStep(2);
        }}
      />
    );
  }
  if (step === 2) {
    return (
      <SignatureStep
        initial={signature}
        onBack={() => setStep(1)}
        onDone={(drawn) => {
          setSignature(drawn);
          setStep(3);
        }}
      />
    );
  }
  return <RunAsAppStep refusal={refusal} onBack={() => setStep(2)} onDone={register} />;
}
