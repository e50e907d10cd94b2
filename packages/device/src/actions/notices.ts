import { done, type Notice } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { act, buildMessageHead, buildJobIdentity, findJob } from "./act.ts";

/** Sets the read flag and its time and queues the confirmation. A second tap changes nothing. */
export function confirmNotice(device: Device, jobId: string, notice: Notice) {
  return act(device, ["job"], async (actor) => {
    const found = await findJob(actor, jobId);
    if (!found.ok) return found;
    const job = found.value;
    const confirmedOn = actor.at.toISOString();
    const isParts = notice.kind === "PartsRequired";
    const notificationId = isParts ? null : notice.notification.propertyNotificationId;
    const notification = job.property.notifications.find(
      (candidate) => candidate.propertyNotificationId === notificationId,
    );
    if (isParts ? job.partRequiredConfirmed : (notification?.confirmedRead ?? true))
      return done(false);
    const notifications = job.property.notifications.map((candidate) =>
      candidate === notification
        ? { ...candidate, confirmedRead: true, confirmedReadTimestamp: confirmedOn }
        : candidate,
    );
    await actor.unit.put("job", {
      ...job,
      partRequiredConfirmed: isParts || job.partRequiredConfirmed,
      property: { ...job.property, notifications },
    });
    await queueMessage(device, actor.unit, "PropertyNotificationConfirm", buildMessageHead(job), {
      ...buildJobIdentity(job),
      notice: notice.kind,
      propertyNotificationId: notificationId,
      confirmedOn,
    });
    return done(true);
  });
}
