export type Permission = "granted" | "denied" | "prompt" | "unsupported";

/** `requesting`: the browser is showing its question. Null: this screen has not requested the permission yet. */
export type PermissionAnswer = Permission | "requesting" | null;

/** Whether the permission was requested and the question was not dismissed. Any such answer can be recorded. */
export function isAnswered(answer: PermissionAnswer): boolean {
  return answer !== null && answer !== "prompt";
}

/** Returns the permission as the installation records it: "prompt" while it is not answered. */
export function toRecordedPermission(answer: PermissionAnswer): Permission {
  return answer === null || answer === "requesting" ? "prompt" : answer;
}

/** Returns "granted" if the browser has granted the permission already, else null. */
export async function readGranted(name: "notifications" | "geolocation" | "camera") {
  try {
    const { state } = await navigator.permissions.query({ name });
    return state === "granted" ? state : null;
  } catch {
    return null;
  }
}

/** Asks for notifications; "unsupported" if the browser has none. */
export async function requestNotifications(): Promise<Permission> {
  if (!("Notification" in window)) return "unsupported";
  const answer = await Notification.requestPermission();
  return answer === "default" ? "prompt" : answer;
}

/** Asks for the position; "unsupported" if the browser has none. */
export function requestLocation(): Promise<Permission> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve("unsupported");
    navigator.geolocation.getCurrentPosition(
      () => resolve("granted"),
      // An error without a position still means that the permission is granted.
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "granted"),
      { maximumAge: Number.POSITIVE_INFINITY, timeout: 10_000 },
    );
  });
}

/** Asks for the camera and turns it off again; "unsupported" if there is none, or it cannot be opened. */
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
