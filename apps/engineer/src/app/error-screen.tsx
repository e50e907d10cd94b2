import { logError } from "@fieldfare/device";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useDevice } from "../phone/device.tsx";
import { useNoEarlyLock } from "../phone/no-early-lock.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/banner.tsx";
import { Page } from "../ui/page.tsx";
import { strings } from "./strings.ts";

/** Shown in place of a screen that failed. Logs the error and offers another try and the way home. */
export function ErrorScreen({ error, reset }: { error: unknown; reset: () => void }) {
  useNoEarlyLock();
  const device = useDevice();
  const router = useRouter();
  useEffect(() => {
    void logError(device, error, router.state.location.pathname);
  }, [device, error, router]);
  return (
    <Page
      title={strings().errorTitle}
      bare
      secondary={
        <Button
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          {strings().tryAgain}
        </Button>
      }
      main={
        <ButtonLink kind="main" to="/">
          {strings().home}
        </ButtonLink>
      }
    >
      <EmptyState icon="alert-triangle" title={strings().error}>
        {strings().errorSaved}
      </EmptyState>
    </Page>
  );
}

/** Shown when the token is missing or cannot be verified. The engineer can only sign out. */
export function TokenErrorScreen() {
  return (
    <Page
      title={strings().errorTitle}
      bare
      main={
        <ButtonLink kind="main" to="/signout">
          {strings().signOut}
        </ButtonLink>
      }
    >
      <EmptyState icon="key" title={strings().error}>
        {strings().errorSaved}
      </EmptyState>
    </Page>
  );
}
