import type { Installation } from "@fieldfare/contract";
import { useEffect, useRef, useState } from "react";
import { HomeScreenSteps } from "../../phone/home-screen-steps.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError, Switch } from "../../ui/field.tsx";
import { useForm } from "../../ui/form.tsx";
import { promptInstall, runsAsApp } from "../../ui/install-prompt.ts";
import { Banner } from "../../ui/banner.tsx";
import type { InstallErrorCode } from "./error-codes.ts";
import { PermissionRow } from "./permission-row.tsx";
import {
  requestCamera,
  requestLocation,
  type PermissionAnswer,
  requestNotifications,
  isAnswered,
  readGranted,
  toRecordedPermission,
} from "./permissions.ts";
import styles from "./run-as-app-step.module.css";
import { StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

type IconInstall = Installation["iconInstall"];

/** The part of the installation that the last step records. */
export type AppAnswers = Pick<
  Installation,
  "browserWarningAcknowledged" | "notificationPerm" | "cameraPerm" | "locationPerm" | "iconInstall"
>;

export interface AppValues {
  readonly icon: IconInstall | null;
  readonly agreed: boolean;
  readonly notifications: PermissionAnswer;
  readonly location: PermissionAnswer;
  readonly camera: PermissionAnswer;
}

export const blankAppValues: AppValues = {
  icon: null,
  agreed: false,
  notifications: null,
  location: null,
  camera: null,
};

/** The permissions in the order of the screen. */
const permissionRequests = [
  { name: "notifications", denied: "NOTIFICATION_DENIED", request: requestNotifications },
  { name: "location", denied: "LOCATION_DENIED", request: requestLocation },
  { name: "camera", denied: "CAMERA_DENIED", request: requestCamera },
] as const;

/**
 * The last step of an installation: the engineer answers the permission requests, installs the app and agrees not to
 * clear the browser's data. `onSave` gets each change, `onDone` the complete answers.
 */
export function RunAsAppStep(props: {
  step: 2 | 3;
  of: 2 | 3;
  initial: AppValues;
  error: string | null;
  onBack: () => void;
  onSave: (values: AppValues) => void;
  onHelp: (code: InstallErrorCode) => void;
  onDone: (answers: AppAnswers) => Promise<void>;
}) {
  const text = strings().runAsApp;
  const permissionText = strings().permissions;
  const [showsHowTo, setShowsHowTo] = useState(false);
  const form = useForm<AppValues>({
    initial: { ...props.initial, icon: runsAsApp() ? "accepted" : props.initial.icon },
    check: (values) => ({
      ...(!isAnswered(values.notifications) && {
        notifications: permissionText.notifications.missing,
      }),
      ...(!isAnswered(values.location) && { location: permissionText.location.missing }),
      ...((values.icon === null || values.icon === "dismissed") && { icon: text.missing }),
      ...(!values.agreed && { agreed: text.mustAgree }),
    }),
    onChange: props.onSave,
    onSubmit: (values) =>
      props.onDone({
        browserWarningAcknowledged: values.agreed,
        notificationPerm: toRecordedPermission(values.notifications),
        locationPerm: toRecordedPermission(values.location),
        cameraPerm: toRecordedPermission(values.camera),
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
        title={text.title}
        form={form}
        onBack={props.onBack}
      >
        {props.error && (
          <Banner tone="danger" alert>
            {props.error}
          </Banner>
        )}
        {permissionRequests.map(({ name, denied, request }) => (
          <PermissionRow
            key={name}
            {...form.field(name)}
            label={permissionText[name].label}
            why={permissionText[name].why}
            button={permissionText[name].button}
            denied={denied}
            onRequest={request}
            onHelp={props.onHelp}
          />
        ))}
        <h3>{text.heading}</h3>
        <p>{text.text}</p>
        <div data-field="icon" tabIndex={-1}>
          {icon === "accepted" ? (
            <p role="status" className={styles.installed}>
              {text.installed}
            </p>
          ) : (
            <Button
              icon={icon === "manual" ? "check" : "device-mobile"}
              wide
              disabled={icon === "manual"}
              onClick={() => void addIcon()}
            >
              {icon === "manual" ? text.installed : text.install}
            </Button>
          )}
        </div>
        <FieldError id="icon" error={form.errors.icon} />
        <Banner tone="warn">{text.warning}</Banner>
        <Switch label={text.acknowledge} {...form.field("agreed")} />
      </StepPage>
      {showsHowTo && (
        <Dialog
          title={text.howTo}
          onClose={() => setShowsHowTo(false)}
          actions={
            <Button
              kind="main"
              onClick={() => {
                form.set("icon", "manual");
                setShowsHowTo(false);
              }}
            >
              {text.confirm}
            </Button>
          }
        >
          <HomeScreenSteps />
        </Dialog>
      )}
    </>
  );
}

/** Fills in the permissions that the browser has granted already, so that they are not requested again. */
function useGranted(
  set: (name: "notifications" | "location" | "camera", answer: PermissionAnswer) => void,
) {
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
