import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RowText, Rows } from "../../ui/rows.tsx";
import { Page } from "../../ui/page.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { words } from "./words.ts";

const icons: readonly IconName[] = ["key", "signature", "device-mobile"];

export function WelcomeScreen() {
  const spoken = words();
  return (
    <Page
      title={spoken.welcome}
      bare
      secondary={<ButtonLink to="/signout">{spoken.signOut}</ButtonLink>}
      main={
        <ButtonLink kind="main" to="/install/steps">
          {spoken.getStarted}
        </ButtonLink>
      }
    >
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
    </Page>
  );
}
