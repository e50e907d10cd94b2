import { checkInstallation } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { RowText, Rows } from "../../ui/rows.tsx";
import { helpPath, type InstallErrorCode } from "./error-codes.ts";
import { missingParts } from "./pre-check.ts";
import { words } from "./words.ts";

const icons: readonly IconName[] = ["key", "signature", "device-mobile"];

/** What is ahead; Get Started checks first that this browser and this account can go there. */
export function WelcomeScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const [fault, setFault] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);

  const help = (errorCode: InstallErrorCode) =>
    navigate({ to: helpPath, state: { errorCode } as never });
  const check = async () => {
    setFault(null);
    const missing = missingParts();
    if (missing.length > 0) return help("PreCheckFailed");
    const result = await checkInstallation(device);
    if (result.ok) return navigate({ to: "/install/steps" });
    switch (result.refusal) {
      case "UserConfigurationError":
      case "ExistingDeviceRegistrationFound":
        return help(result.refusal);
      case "network":
        return setFault(spoken.failed.network);
      case "signed-out":
        return navigate({ to: "/signout" });
      default:
        return help("PreCheckFailed");
    }
  };
  const start = () => {
    setChecking(true);
    void check().finally(() => setChecking(false));
  };

  return (
    <Page
      title={spoken.welcome}
      bare
      secondary={<ButtonLink to="/signout">{spoken.signOut}</ButtonLink>}
      main={
        <Button kind="main" busy={isChecking && spoken.checking} onClick={start}>
          {spoken.getStarted}
        </Button>
      }
    >
      {fault && (
        <Banner tone="danger" alert>
          {fault}
        </Banner>
      )}
      <Card title={spoken.welcomeTitle}>
        <p>{spoken.welcomeText}</p>
      </Card>
      <Rows>
        {spoken.points.map((point, index) => (
          <RowText
            key={point}
            label={`${index + 1}. ${point}`}
            {...(icons[index] && { icon: icons[index] })}
          />
        ))}
      </Rows>
      <ButtonLink to={helpPath}>{spoken.help.open}</ButtonLink>
    </Page>
  );
}
