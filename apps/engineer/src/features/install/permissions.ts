type Permission = "granted" | "denied" | "prompt" | "unsupported";

/** What the browser has allowed so far. Nothing is asked for here: each is asked where it is first of use. */
export async function readPermissions(): Promise<{
  readonly notificationPerm: Permission;
  readonly cameraPerm: Permission;
  readonly locationPerm: Permission;
}> {
  const [notificationPerm, cameraPerm, locationPerm] = await Promise.all([
    readPermission("notifications"),
    readPermission("camera"),
    readPermission("geolocation"),
  ]);
  return { notificationPerm, cameraPerm, locationPerm };
}

async function readPermission(name: string): Promise<Permission> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    return "unsupported";
  }
}
