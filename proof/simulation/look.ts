import { type Device, readJobCards, readOutbox } from "@fieldfare/device";
import { isWorking } from "@fieldfare/domain";
import type { Phone } from "./phone.ts";
import type { Story } from "./scene.ts";

/** What must hold on a phone after every step. */
export async function checkPhone(story: Story, phone: Phone): Promise<void> {
  const node = phone.running("page");
  if (!node) return;
  const { database } = node.device;
  const [queue, jobs, parked] = await Promise.all([
    database.messageQueue.toArray(),
    database.job.toArray(),
    database.parkedLane.toArray(),
  ]);
  const waiting = new Set(queue.map((row) => row.messageId));
  for (const entry of phone.ledger.entries.values())
    if (entry.isSaved && !entry.isReceipted && !entry.mayBeLost && !waiting.has(entry.messageId))
      story.violated(
        `${phone.name}: ${entry.type} ${entry.messageId} was saved and is neither sent nor waiting`,
      );
  const owners = new Set(jobs.map((job) => job.ownerId));
  for (const owner of owners)
    if (jobs.filter((job) => job.ownerId === owner && isWorking(job)).length > 1)
      story.violated(`${phone.name}: two jobs are under way at once`);
  for (const lane of parked)
    if (lane.code !== "unexplained" && !phone.refusedLanes.has(lane.lane))
      story.violated(
        `${phone.name}: parked without a cause: ${lane.type} ${lane.code} ${lane.detail}`,
      );
  await lookAround(story, phone, node.device);
}

/** Nobody sees, or sends, what is another's. */
export async function lookAround(story: Story, phone: Phone, device: Device): Promise<void> {
  const ownerId = (await device.database.token.get(1))?.ownerId;
  if (!ownerId) return;
  const operative = story.phones.find(({ engineer }) => engineer.accountId === ownerId)?.engineer
    .fieldOperativeId;
  for (const card of await readJobCards(device))
    if (!operative || !story.office.jobs.get(card.jobId)?.engineers.has(operative))
      story.violated(`${phone.name}: ${card.formattedJobId} is shown to somebody else`);
  const { messages, parkedLanes } = await readOutbox(device);
  if ([...messages, ...parkedLanes].some((row) => row.ownerId !== ownerId))
    story.violated(`${phone.name}: the outbox shows what is another's`);
}
