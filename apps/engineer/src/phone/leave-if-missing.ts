import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import type { PlainPath } from "../ui/screen-address.ts";
import { useDevice } from "./device.tsx";
import { showToast } from "../ui/toast.tsx";

/**
 * Opens `to` when what the address names does not exist, or exists no longer. A toast shows `text`, unless it is null.
 * The screen calls the returned function before it removes it itself, and with false when that was refused.
 */
export function useLeaveIfMissing(
  isMissing: boolean,
  to: PlainPath,
  text: string | null,
): (isExpected?: boolean) => void {
  const navigate = useNavigate();
  const { engineer } = useDevice();
  const ownerId = useRef(engineer?.ownerId);
  const isRemovalExpected = useRef(false);
  useEffect(() => {
    if (!isMissing || isRemovalExpected.current) return;
    // Another engineer has signed in, in another tab: nothing of this one's is gone.
    const isSameEngineer = engineer?.ownerId === ownerId.current;
    if (text !== null && isSameEngineer) showToast({ text, kind: "warn", duration: "long" });
    void navigate({ to, replace: true });
  }, [engineer, isMissing, navigate, to, text]);
  return useCallback((isExpected = true) => {
    isRemovalExpected.current = isExpected;
  }, []);
}
