import { failedSignIns, lockOutMs, watchLockOut } from "@fieldfare/device";
import { useEffect, useRef, useState } from "react";
import { useDevice, useLive } from "./device.tsx";

interface LockOut {
  /** When the form appears again, by this phone's clock. */
  readonly endsOn: string;
  readonly mayTryPassword: boolean;
}

/** Returns the lock-out of a username. `isRefused`: the server has said so. Null while neither this phone nor the server has locked it out. */
export function useLockOut(email: string, isRefused: boolean, onEnd: () => void): LockOut | null {
  const device = useDevice();
  const failed = useLive(() => failedSignIns(device, email), [device, email]);
  const isLockedHere = failed?.lockedOut ?? false;
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(
    () => (isLockedHere ? watchLockOut(device, email) : undefined),
    [device, email, isLockedHere],
  );
  const wasLockedHere = useRef(false);
  useEffect(() => {
    if (wasLockedHere.current && !isLockedHere) end.current();
    wasLockedHere.current = isLockedHere;
  }, [isLockedHere]);
  const isLockedByServer = isRefused && !isLockedHere;
  const [serverLockEnd, setServerLockEnd] = useState<number | null>(null);
  useEffect(() => {
    setServerLockEnd(isLockedByServer ? device.ports.now().getTime() + lockOutMs : null);
    if (!isLockedByServer) return undefined;
    const timer = setTimeout(() => end.current(), lockOutMs);
    return () => clearTimeout(timer);
  }, [device, isLockedByServer]);
  if (!isLockedHere && !isLockedByServer) return null;
  const now = device.ports.now().getTime();
  const until = isLockedHere ? now + (failed?.leftMs ?? 0) : (serverLockEnd ?? now + lockOutMs);
  const mayTryPassword = isLockedHere && (failed?.mayTryPassword ?? false);
  return { endsOn: new Date(until).toISOString(), mayTryPassword };
}
