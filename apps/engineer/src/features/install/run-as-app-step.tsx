import type { Installation } from "@fieldfare/contract";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError, Switch } from "../../ui/field.tsx";
import { useForm } from "../../ui/form.tsx";
import { promptInstall, runsAsApp } from "../../ui/install-prompt.ts";
import { Banner } from "../../ui/notice.tsx";
import type { InstallErrorCode } from "./error-codes.ts";
import { PermissionRow } from "./permission-row.tsx";
import {
  askCamera,
  askLocation,
  type Asked,
  askNotifications,
  isSet,
  readGranted,
  recorded,
} from "./permissions.ts";
import styles from "./run-as-app-step.module.css";
import { StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

type IconInstall = Installation["iconInstall"];

/** What the last step records. */
export type AppAnswers = Pick<
  Installation,
  "browserWarningAcknowledged" | "notificationPerm" | "cameraPerm" | "locationPerm" | "iconInstall"
>;

export interface AppValues {
  readonly icon: IconInstall | null;
  readonly agreed: boolean;
  readonly notifications: Asked;
  readonly location: Asked;
  readonly camera: Asked;
}

export const blankAppValues: AppValues = {
  icon: null,
  agreed: false,
  notifications: null,
  location: null,
  camera: null,
};

/** In their order. */
const asked = [
  { name: "notifications", denied: "NOTIFICATION_DENIED", ask: askNotifications },
  { name: "location", denied: "LOCATION_DENIED", ask: askLocation },
  { name: "camera", denied: "CAMERA_DENIED", ask: askCamera },
] as const;

export function RunAsAppStep(props: {
  step: 2 | 3;
  of: 2 | 3;
  initial: AppValues;
  fault: string | null;
  onBack: () => void;
  onKeep: (values: AppValues) => void;
  onHelp: (code: InstallErrorCode) => void;
  onDone: (answers: AppAnswers) => Promise<void>;
}) {
  const spoken = words().runAsApp;
  const perm = words().permissions;
  const [showsHowTo, setShowsHowTo] = useState(false);
  const form = useForm<AppValues>({
    initial: { ...props.initial, icon: runsAsApp() ? "accepted" : props.initial.icon },
    check: (values) => ({
      ...(!isSet(values.notifications) && { notifications: perm.notifications.missing }),
      ...(!isSet(values.location) && { location: perm.location.missing }),
      ...((values.icon === null || values.icon === "dismissed") && { icon: spoken.missing }),
      ...(!values.agreed && { agreed: spoken.mustAgree }),
    }),
    onChange: props.onKeep,
    onSubmit: (values) =>
      props.onDone({
        browserWarningAcknowledged: values.agreed,
        notificationPerm: recorded(values.notifications),
        locationPerm: recorded(values.location),
        cameraPerm: recorded(values.camera),
        iconInstall: values.icon ?? "dismissed",
      }),
  });
  useGranted(form.set);
  const { icon } = form.values;

  const addIcon = async () => {
    const outcome = await promptInstall();
    if (outcome === "unavailable") setShowsHowTo(true);
    else form.set("icon", outcome);
  };

  return (
    <>
      <StepPage
        step={props.step}
        of={props.of}
        title={spoken.title}
        form={form}
        onBack={props.onBack}
      >
        {props.fault && (
          <Banner tone="danger" alert>
            {props.fault}
          </Banner>
        )}
        {asked.map(({ name, denied, ask }) => (
          <PermissionRow
            key={name}
            {...form.field(name)}
            label={perm[name].label}
            why={perm[name].why}
            button={perm[name].button}
            denied={denied}
            onAsk={ask}
            onHelp={props.onHelp}
          />
        ))}
        <h3>{spoken.heading}</h3>
        <p>{spoken.text}</p>
        <div data-field="icon" tabIndex={-1}>
          {icon === "accepted" ? (
            <p role="status" className={styles.installed}>
              {spoken.installed}
            </p>
          ) : (
            <Button
              icon={icon === "manual" ? "check" : "device-mobile"}
              wide
              disabled={icon === "manual"}
              onClick={() => void addIcon()}
            >
              {icon === "manual" ? spoken.installed : spoken.install}
            </Button>
          )}
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

/** What the browser allows already is not asked for again. */
function useGranted(set: (name: "notifications" | "location" | "camera", asked: Asked) => void) {
  const setter = useRef(set);
  setter.current = set;
  useEffect(() => {
    const names = {
      notifications: "notifications",
      location: "geolocation",
      camera: "camera",
    } as const;
    for (const field of ["notifications", "location", "camera"] as const)
      void readGranted(names[field]).then((granted) => {
        if (granted) setter.current(field, granted);
      });
  }, []);
}
