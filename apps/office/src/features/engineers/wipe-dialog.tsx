import { Alert, List, Radio, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type Problem, problemCode } from "@fieldfare/contract";
import { wipeDevice } from "@fieldfare/contract/office";
import { useState } from "react";
import { describeDevice, type Device, isToBeWiped, isWipeOffered } from "../../server/devices.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict, OfficeError } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { formatMoment } from "../../ui/dates.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DeviceLine, isWipeOpen } from "./device-state.tsx";
import { useReload } from "./queries.ts";
import { strings } from "./strings.ts";

interface WipeDialogProps {
  readonly device: Device;
  readonly engineerName: string;
  readonly onClose: () => void;
}

type Confirmation = NonNullable<Problem["confirmation"]>;

/**
 * Asks for a wipe. If work would be lost, the server says what, and a second confirmation is needed. If somebody else
 * asks for a wipe or withdraws it meanwhile, that is shown.
 */
export function WipeDialog({ device, engineerName, onClose }: WipeDialogProps) {
  // A wipe that sends first is asked for already: only what cannot be sent is left to decide.
  const isAsked = isWipeOpen(device);
  const wipeId = readOpenWipe(device);
  const [seen, setSeen] = useState(wipeId);
  const [withoutSending, setWithoutSending] = useState(isAsked);
  const [loss, setLoss] = useState<Confirmation | null>(null);
  const name = describeDevice(device);
  const reload = useReload();
  const wipe = useAction({
    mutationFn: async () => {
      await request(wipeDevice, {
        params: { deviceId: device.deviceId },
        body: {
          ...(withoutSending && { withoutSending }),
          ...(loss && { confirmation: loss.token }),
          expected: { wipeId: seen },
        },
      });
      await reload();
    },
    onSuccess: () => {
      notifications.show({
        color: "green",
        title: `A wipe of ${name} is requested`,
        message: "Its state here changes when the phone answers.",
      });
      onClose();
    },
    onError: async (error) => {
      setLoss(readConfirmation(error));
      if (isConflict(error)) await reload();
    },
  });
  if (wipeId !== seen && !wipe.isPending && !wipe.isSuccess)
    return (
      <MeanwhileDialog
        device={device}
        onGoOn={() => {
          setSeen(wipeId);
          setLoss(null);
          setWithoutSending(isAsked);
          wipe.reset();
        }}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={isAsked ? `Wipe ${name} without sending?` : `Wipe ${name}?`}
      confirm={loss ? "Delete, and lose this work" : "Wipe device"}
      isDestructive
      isPending={wipe.isPending}
      onConfirm={() => wipe.mutate()}
      onClose={onClose}
    >
      {loss ? (
        <Alert role="alert" color="var(--danger)" variant="outline" title="This loses work">
          {describeLoss(loss)} Half-filled forms and text that was typed and not saved are lost too
          {loss.lost.drafts === null ? "." : `: ${strings.drafts(loss.lost.drafts)}.`} If the phone
          cannot hand over a visit that has not ended, what was recorded in it is lost as well.
          Nobody can bring it back. Confirm it within ten minutes.
        </Alert>
      ) : (
        <Stack>
          <DeviceLine device={device} />
          <List>
            <List.Item>Everything of {engineerName} on this phone is deleted.</List.Item>
            <List.Item>
              A visit that has not ended is handed over to the server, and goes on.
            </List.Item>
            <List.Item>Text that was typed and not saved is deleted, and listed here.</List.Item>
            <List.Item>The phone stays locked, and has to be installed again.</List.Item>
            <List.Item>A phone that never comes online is never wiped.</List.Item>
          </List>
          {isAsked ? (
            <Text>
              A wipe is requested already, and the phone sends first. Now it deletes what it cannot
              send too. You see what is lost before it happens.
            </Text>
          ) : (
            <Radio.Group
              label="What has not been sent yet"
              value={withoutSending ? "lose" : "send"}
              onChange={(value) => setWithoutSending(value === "lose")}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="send" label="Send it first. Nothing is deleted that was not sent." />
                <Radio
                  value="lose"
                  label="Delete it too, if the phone cannot send it. You see what is lost before it happens."
                />
              </Stack>
            </Radio.Group>
          )}
        </Stack>
      )}
      {wipe.error && !readConfirmation(wipe.error) && <ErrorNotice error={wipe.error} />}
    </ConfirmDialog>
  );
}

interface MeanwhileDialogProps {
  readonly device: Device;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}

/** Says what somebody else, or the phone, has done with the wipe. */
function MeanwhileDialog({ device, onGoOn, onClose }: MeanwhileDialogProps) {
  const { title, line, goOn } = strings.wipeMeanwhile[readMeanwhile(device)];
  const withoutSending = device.wipe?.withoutSending === true;
  return (
    <ConfirmDialog
      title={`Wipe ${describeDevice(device)}?`}
      confirm={isWipeOffered(device) ? goOn : null}
      isPending={false}
      onConfirm={onGoOn}
      onClose={onClose}
    >
      <DeviceLine device={device} />
      <Alert role="alert" color="var(--warn)" variant="outline" title={title}>
        {line(withoutSending)}
      </Alert>
    </ConfirmDialog>
  );
}

function readMeanwhile(device: Device): keyof typeof strings.wipeMeanwhile {
  if (device.wipe?.state === "wiping") return "wiping";
  if (isToBeWiped(device)) return "requested";
  return device.wipe ? "confirmed" : "withdrawn";
}

function readOpenWipe(device: Device): string | null {
  return isToBeWiped(device) ? (device.wipe?.wipeId ?? null) : null;
}

function readConfirmation(error: unknown): Confirmation | null {
  if (!(error instanceof OfficeError)) return null;
  if (error.problem?.code !== problemCode.confirmationNeeded) return null;
  return error.problem.confirmation ?? null;
}

function describeLoss({ lost: { messages, images }, reportedOn }: Confirmation): string {
  if (messages === null) return "The phone has not said what it has not sent. All of that is lost.";
  const ofImages = images === null ? "" : `, ${images} of them photos`;
  const when = reportedOn === null ? "" : ` (${formatMoment(reportedOn)})`;
  return `By its last report${when} ${messages} messages are lost${ofImages}.`;
}
