export type Permission = "granted" | "denied" | "prompt" | "unsupported";

/** `asking`: the browser's question stands open. Null: nobody has been asked on this screen yet. */
export type PermissionAnswer = Permission | "asking" | null;

/** The question has gone out and was not put away: whatever the answer is, it can be recorded. */
export function isAnswered(answer: PermissionAnswer): boolean {
  return answer !== null && answer !== "prompt";
}

export function toRecordedPermission(answer: PermissionAnswer): Permission {
  return answer === null || answer === "asking" ? "prompt" : answer;
}

/** What the browser has allowed already: only that need not be asked for again. */
export async function readGranted(name: "notifications" | "geolocation" | "camera") {
  try {
    const { state } = await navigator.permissions.query({ name });
    return state === "granted" ? state : null;
  } catch {
    return null;
  }
}

export async function requestNotifications(): Promise<Permission> {
  if (!("Notification" in window)) return "unsupported";
  const answer = await Notification.requestPermission();
  return answer === "default" ? "prompt" : answer;
}

export function requestLocation(): Promise<Permission> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve("unsupported");
    navigator.geolocation.getCurrentPosition(
      () => resolve("granted"),
      // Without a fix it is allowed all the same.
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "granted"),
      { maximumAge: Number.POSITIVE_INFINITY, timeout: 10_000 },
    );
  });
}

export async function requestCamera(): Promise<Permission> {
  if (!navigator.mediaDevices?.getUserMedia) return "unsupported";
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    for (const track of stream.getTracks()) track.stop();
    return "granted";
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
    return isRefused ? "denied" : "unsupported";
  }
}
