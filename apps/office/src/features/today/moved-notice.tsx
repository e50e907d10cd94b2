import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { giveBackJob, moveJobs, readJob, requestRemoval } from "@fieldfare/contract/office";
import { useQueryClient } from "@tanstack/react-query";
import { describeError } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { strings } from "./strings.ts";
import type { Undo } from "./undo-moves.ts";

type Outcome = "undone" | "waits-for-phone";

interface Notice {
  readonly message: string;
  /** The engineer who has got the job. */
  readonly engineer: string;
  /** Null: it cannot be undone. */
  readonly undo: Undo | null;
}

/** Shows what was moved, with the button that undoes it. If that fails, the notice says why and can be tried again. */
export function useMovedNotice(): (notice: Notice) => void {
  const queries = useQueryClient();
  const action = useAction({
    meta: { sendsNoText: true },
    mutationFn: async ({ undo }: Attempt) => {
      const outcome = await undoMoves(undo);
      await queries.invalidateQueries({ queryKey: ["board"] });
      return outcome;
    },
    onSuccess: (outcome, { notice }) =>
      notifications.show({
        ...(outcome === "undone" && { title: strings.undone }),
        message: strings.undoOutcomes[outcome](notice.message, notice.engineer),
      }),
    onError: (error, { notice }) =>
      show(isConflict(error) ? { ...notice, undo: null } : notice, describeError(error).advice),
  });
  const show = (notice: Notice, problem?: string) => {
    const { message, undo } = notice;
    const id = `moved ${crypto.randomUUID()}`;
    notifications.show({
      id,
      color: problem === undefined ? "green" : "red",
      ...(problem !== undefined && { title: strings.undoFailed, autoClose: false }),
      message: (
        <Group justify="space-between">
          {problem === undefined ? message : `${message}. ${problem}`}
          {undo && (
            <Button
              size="compact-xs"
              variant="default"
              // Its ring of the focus would be cut off at the edge.
              m={4}
              onClick={() => {
                notifications.hide(id);
                action.mutate({ undo, notice });
              }}
            >
              {strings.undo}
            </Button>
          )}
        </Group>
      ),
    });
  };
  return show;
}

interface Attempt {
  readonly undo: Undo;
  readonly notice: Notice;
}

async function undoMoves(undo: Undo): Promise<Outcome> {
  if (undo.kind === "take-off") return takeOff(undo);
  if (undo.kind === "move-back") await request(moveJobs, { body: { moves: [...undo.moves] } });
  else
    await request(giveBackJob, {
      params: { jobId: undo.jobId },
      body: { fieldOperativeAppointmentId: undo.appointmentId, expected: undo.expected },
    });
  return "undone";
}

/** A phone that has the job already is asked to remove it: until it has, the job is the engineer's. */
async function takeOff(undo: Extract<Undo, { kind: "take-off" }>): Promise<Outcome> {
  const { jobId, timeBack, expected } = undo;
  const params = { jobId };
  // It has its time already if an attempt before failed after this step.
  const { job } = await request(readJob, { params });
  const hasTime = Date.parse(job.appointmentDateTime) === Date.parse(expected.appointmentDateTime);
  if (timeBack && !hasTime) await request(moveJobs, { body: { moves: [timeBack] } });
  await request(requestRemoval, { params, body: { force: false, expected } });
  const after = await request(readJob, { params });
  return after.fieldOperativeId === null ? "undone" : "waits-for-phone";
}
