import type { InstallRefusal } from "@fieldfare/device";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError, Switch } from "../../ui/field.tsx";
import { useForm } from "../../ui/form.tsx";
import { promptInstall, runsAsApp } from "../../ui/install-prompt.ts";
import { Banner } from "../../ui/notice.tsx";
import styles from "./run-as-app-step.module.css";
import { StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

export type IconInstall = "accepted" | "manual" | "dismissed";

export function RunAsAppStep(props: {
  refusal: InstallRefusal | null;
  onBack: () => void;
  onDone: (iconInstall: IconInstall) => Promise<void>;
}) {
  const spoken = words().runAsApp;
  const [showsHowTo, setShowsHowTo] = useState(false);
  const form = useForm<{ icon: IconInstall | null; agreed: boolean }>({
    initial: { icon: runsAsApp() ? "accepted" : null, agreed: false },
    check: ({ icon, agreed }) => ({
      ...((icon === null || icon === "dismissed") && { icon: spoken.missing }),
      ...(!agreed && { agreed: spoken.mustAgree }),
    }),
    onSubmit: ({ icon }) => props.onDone(icon ?? "dismissed"),
  });
  const { icon } = form.values;
  const isInstalled = icon === "accepted" || icon === "manual";

  const addIcon = async () => {
    const outcome = await promptInstall();
    if (outcome === "unavailable") setShowsHowTo(true);
    else form.set("icon", outcome);
  };

  return (
    <>
      <StepPage step={3} title={spoken.title} form={form} onBack={props.onBack}>
        {props.refusal && <Refused refusal={props.refusal} />}
        <h3>{spoken.heading}</h3>
        <p>{spoken.text}</p>
        <div data-field="icon" tabIndex={-1}>
          <Button
            icon={isInstalled ? "check" : "device-mobile"}
            wide
            disabled={isInstalled}
            onClick={() => void addIcon()}
          >
            {isInstalled ? spoken.installed : spoken.install}
          </Button>
        </div>
        <FieldError id="icon" error={form.errors.icon} />
        <Banner tone="warn">{spoken.warning}</Banner>
        <Switch label={spoken.acknowledge} {...form.field("agreed")} />
      </StepPage>
      {showsHowTo && (
        <Dialog
          title={spoken.howTo}
          onClose={() => setShowsHowTo(false)}
          actions={
            <Button
              kind="main"
              onClick={() => {
                form.set("icon", "manual");
                setShowsHowTo(false);
              }}
            >
              {spoken.confirm}
            </Button>
          }
        >
          <ol className={styles.steps}>
            {spoken.howToSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Dialog>
      )}
    </>
  );
}

function Refused({ refusal }: { refusal: InstallRefusal }) {
  const spoken = words().failed;
  if (refusal === "UserConfigurationError" || refusal === "ExistingDeviceRegistrationFound") {
    return (
      <Banner tone="danger" title={spoken[refusal].title} alert>
        {spoken[refusal].text}
      </Banner>
    );
  }
  return (
    <Banner tone="danger" alert>
      {refusal === "network" ? spoken.network : spoken.other}
    </Banner>
  );
}
