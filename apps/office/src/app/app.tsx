import { Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ownAccountKey } from "../server/account.ts";
import { useSessionState } from "../server/session.ts";
import { AccountGate } from "./account-gate.tsx";
import { router } from "./router.tsx";
import { publicKey, SignInForm, SignInScreen } from "./sign-in.tsx";
import { StartingScreen } from "./starting-screen.tsx";
import { strings } from "./strings.ts";

/** The screens of the user who is signed in; what an earlier user has loaded is forgotten. */
export function App() {
  const session = useSessionState();
  const queries = useQueryClient();
  const userId = session.kind === "signed-in" ? session.user.id : null;
  const lastUserId = useRef(userId);
  const isSignedOut = session.kind === "signed-out";

  useEffect(() => {
    const isAnother =
      userId !== null && lastUserId.current !== null && userId !== lastUserId.current;
    // What the screens of this user load already must stay: removing it would cancel it.
    if (isSignedOut || isAnother)
      queries.removeQueries({
        predicate: ({ queryKey: [name, id] }) =>
          name !== publicKey && !(name === ownAccountKey && id === userId),
      });
    if (isAnother) notifications.show({ color: "yellow", message: strings.anotherUser });
    if (userId !== null) lastUserId.current = userId;
  }, [isSignedOut, userId, queries]);

  if (session.kind === "starting") return <StartingScreen />;
  if (session.kind === "signed-out") return <SignInScreen />;
  return (
    <>
      <AccountGate key={session.user.id}>
        <RouterProvider router={router} />
      </AccountGate>
      <Modal
        opened={session.kind === "ended"}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title={strings.sessionEnded}
        zIndex={500}
      >
        <SignInForm email={session.user.email} note={strings.sessionEndedNote(session.user.name)} />
      </Modal>
    </>
  );
}
