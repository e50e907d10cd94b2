/** 0 is neutral, 1 is a warning, 2 is danger. */
export type Severity = 0 | 1 | 2;

export interface PropertyNotification {
  readonly propertyNotificationId: string;
  readonly code: string;
  readonly description: string;
  readonly severity: Severity;
  readonly alertEngineer: boolean;
  readonly confirmedRead: boolean;
  readonly confirmedReadTimestamp: string | null;
}

export interface NoticeSource {
  readonly partRequiredConfirmed: boolean;
  readonly parts: readonly { readonly status: string }[];
  readonly notifications: readonly PropertyNotification[];
}

export type Notice =
  | { readonly kind: "PartsRequired" }
  | { readonly kind: "Warning"; readonly notification: PropertyNotification };

/** Returns the notices that still need a Confirm, in the order in which they are shown, one at a time. */
export function noticesToConfirm(source: NoticeSource): readonly Notice[] {
  const anyToCollect = source.parts.some(isToCollect);
  const parts: Notice[] =
    anyToCollect && !source.partRequiredConfirmed ? [{ kind: "PartsRequired" }] : [];
  const warnings = source.notifications
    .filter((notification) => notification.alertEngineer && !notification.confirmedRead)
    .map((notification): Notice => ({ kind: "Warning", notification }));
  return [...parts, ...warnings];
}

/** Whether some of a part still has to be collected. */
export function isToCollect(part: { readonly status: string }): boolean {
  return part.status === "Collect" || part.status === "Partial";
}
