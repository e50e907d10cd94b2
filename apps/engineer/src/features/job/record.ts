import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { showToast } from "../../ui/toast.tsx";
import { words } from "./words.ts";

/**
 * Leads to `to`, and says why, when what the address names is not there or no longer there.
 * What this answers is called before the screen itself takes the thing away.
 */
export function useLeaveIfMissing(isMissing: boolean, to: string): () => void {
  const navigate = useNavigate();
  const isExpected = useRef(false);
  useEffect(() => {
    if (!isMissing || isExpected.current) return;
    showToast({ text: words().missing, kind: "warn", duration: "long" });
    void navigate({ to, replace: true });
  }, [isMissing, navigate, to]);
  return useCallback(() => {
    isExpected.current = true;
  }, []);
}
