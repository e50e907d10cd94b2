import { readBoard } from "@fieldfare/contract/office";
import { Navigate } from "@tanstack/react-router";
import { useMay } from "../server/account.ts";

/** The app opens with the board of today, or with the jobs for who may not see it. */
export function StartScreen() {
  const may = useMay();
  return <Navigate to={may(readBoard) ? "/today" : "/jobs"} replace />;
}
