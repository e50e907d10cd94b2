import { Button, Center, Modal, Paper, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useOwnAccount } from "../server/account.ts";
import { ErrorNotice } from "../server/error-notice.tsx";
import { signOut } from "../server/session.ts";
import { PasswordForm } from "./password-form.tsx";
import { StartingScreen } from "./starting-screen.tsx";
import { strings } from "./strings.ts";

/**
 * Shows the screens once the account is known and its password is the owner's own. The server answers nothing else
 * before. Screens that are open stay open below the form, so that nothing typed is lost.
 */
export function AccountGate({ children }: { readonly children: ReactNode }) {
  const { data: account, error, refetch } = useOwnAccount();
  const [hasEntered, setHasEntered] = useState(false);
  const needsPassword = account?.mustChangePassword === true;
  if (account && !needsPassword && !hasEntered) setHasEntered(true);

  if (hasEntered)
    return (
      <>
        {children}
        <Modal
          opened={needsPassword}
          onClose={() => undefined}
          withCloseButton={false}
          closeOnEscape={false}
          closeOnClickOutside={false}
          title={strings.firstPassword}
          zIndex={450}
        >
          <FirstPassword />
        </Modal>
      </>
    );
  if (!account && !error) return <StartingScreen />;
  return (
    <Center mih="100vh" p="md" component="main">
      <title>{`${strings.firstPassword} - ${strings.brand}`}</title>
      <Paper withBorder p="xl" radius="lg" w={440} maw="100%">
        {account ? (
          <>
            <Title order={1} size="h3" mb="md">
              {strings.firstPassword}
            </Title>
            <FirstPassword />
          </>
        ) : (
          <ErrorNotice error={error} retry={() => void refetch()} />
        )}
      </Paper>
    </Center>
  );
}

function FirstPassword() {
  return (
    <>
      <Text mb="md">{strings.firstPasswordNote}</Text>
      <PasswordForm
        presentLabel={strings.givenPassword}
        onChanged={() => undefined}
        otherButton={
          <Button variant="default" onClick={() => void signOut().catch(() => null)}>
            {strings.signOut}
          </Button>
        }
      />
    </>
  );
}
