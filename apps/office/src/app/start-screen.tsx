import { readBoard } from "@fieldfare/contract/office";
import { Navigate } from "@tanstack/react-router";
import { useOwnAccount } from "../server/account.ts";
import { isAllowed } from "../server/permissions.ts";

/** The path of the screen with which the app opens for a user with these permissions. */
export function startPath(permissions: readonly string[]): "/today" | "/jobs" {
  return isAllowed(readBoard, permissions) ? "/today" : "/jobs";
}

/** The app opens with the board of today, or with the jobs for who may not see it. */
export function StartScreen() {
  const { data } = useOwnAccount();
  return <Navigate to={startPath(data?.permissions ?? [])} replace />;
}
