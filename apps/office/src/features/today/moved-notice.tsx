import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { giveBackJob, moveJobs, readJob, requestRemoval } from "@fieldfare/contract/office";
import { mayGiveBack } from "@fieldfare/domain";
import { useQueryClient } from "@tanstack/react-query";
import { describeError } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { strings } from "./strings.ts";
import type { Undo } from "./undo-moves.ts";

type Outcome = "undone" | "waits-for-phone" | "changed-since";

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
        ...(outcome === "changed-since" && { color: "red", title: strings.undoFailed }),
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
      body: { fieldOperativeAppointmentId: undo.appointmentId },
    });
  return "undone";
}

/** A phone that has the job already is asked to remove it: until it has, the job is the engineer's. */
async function takeOff(undo: Extract<Undo, { kind: "take-off" }>): Promise<Outcome> {
  const params = { jobId: undo.jobId };
  // The request for a removal does not say whose job it is: a colleague may have given it to somebody else.
  const isStillTheirs = async () => {
    const { fieldOperativeId, job } = await request(readJob, { params });
    return fieldOperativeId === undo.fieldOperativeId && mayGiveBack(job);
  };
  if (!(await isStillTheirs())) return "changed-since";
  if (undo.timeBack) {
    await request(moveJobs, { body: { moves: [undo.timeBack] } });
    if (!(await isStillTheirs())) return "changed-since";
  }
  await request(requestRemoval, { params, body: { force: false } });
  const after = await request(readJob, { params });
  return after.fieldOperativeId === null ? "undone" : "waits-for-phone";
}
