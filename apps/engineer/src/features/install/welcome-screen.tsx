import { checkInstallation } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { RowText, Rows } from "../../ui/rows.tsx";
import { helpPath, type InstallErrorCode } from "./error-codes.ts";
import { findMissingFeatures } from "./pre-check.ts";
import { strings } from "./strings.ts";

const icons: readonly IconName[] = ["key", "signature", "device-mobile"];

/** Explains the installation. Get Started checks first that this browser and this account can install the app. */
export function WelcomeScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings();
  const [error, setError] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);

  const openHelp = (errorCode: InstallErrorCode) =>
    navigate({ to: helpPath, state: { errorCode } });
  const check = async () => {
    setError(null);
    const missing = findMissingFeatures();
    if (missing.length > 0) return openHelp("PreCheckFailed");
    const result = await checkInstallation(device);
    if (result.ok) return navigate({ to: "/install/steps" });
    switch (result.refusal) {
      case "UserConfigurationError":
      case "ExistingDeviceRegistrationFound":
        return openHelp(result.refusal);
      case "network":
        return setError(text.failed.network);
      case "password-needed":
        return setError(text.failed.passwordNeeded);
      case "signed-out":
        return navigate({ to: "/signout" });
      case "failed":
      case "pin-not-saved":
      case "signature-not-saved":
        return openHelp("PreCheckFailed");
      default:
        return result.refusal satisfies never;
    }
  };
  const start = () => {
    setChecking(true);
    void check().finally(() => setChecking(false));
  };

  return (
    <Page
      title={text.welcome}
      bare
      secondary={<ButtonLink to="/signout">{text.signOut}</ButtonLink>}
      main={
        <Button kind="main" busy={isChecking && text.checking} onClick={start}>
          {text.getStarted}
        </Button>
      }
    >
      {error && (
        <Banner tone="danger" alert>
          {error}
        </Banner>
      )}
      <Card title={text.welcomeTitle}>
        <p>{text.welcomeText}</p>
      </Card>
      <Rows>
        {text.points.map((point, index) => (
          <RowText
            key={point}
            label={`${index + 1}. ${point}`}
            {...(icons[index] && { icon: icons[index] })}
          />
        ))}
      </Rows>
      <ButtonLink to={helpPath}>{text.help.open}</ButtonLink>
    </Page>
  );
}
