import type { Device } from "@fieldfare/device";
import { type ReactNode, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import type { PlainPath } from "../../../ui/screen-address.ts";
import { confirm } from "../../../ui/dialog.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { Page } from "../../../ui/page.tsx";
import { useReturnTo } from "../../../ui/return-to.ts";
import { showToast } from "../../../ui/toast.tsx";
import { strings } from "../strings.ts";
import { type RecordOutcome, toastOutcome } from "./outcome.ts";
import type { Entry } from "./record-entry.tsx";

type Action<Own extends string> = (device: Device) => Promise<RecordOutcome<Own>>;

type OpenEntry = Pick<Entry<object>, "list" | "expectRemoval"> & {
  readonly draft: Pick<Entry<object>["draft"], "settle">;
};

/** Deletes a record for good, after a confirmation. */
export function RemoveButton<Own extends string>(props: {
  entry: OpenEntry;
  /** The record's name, shown in the confirmation. */
  name: string;
  /** What else the removal changes. */
  effect?: string | false;
  remove: Action<Own>;
  text: {
    readonly remove: string;
    readonly removeQuestion: string;
    readonly keep: string;
    readonly wasRemoved: string;
    readonly refusals: Readonly<Record<Own, string>>;
  };
}) {
  const { entry, text } = props;
  const device = useDevice();
  const returnTo = useReturnTo();
  const [isRemoving, setRemoving] = useState(false);
  const remove = async () => {
    const isConfirmed = await confirm({
      title: text.removeQuestion,
      text: [props.name, props.effect].filter(Boolean).join(". "),
      confirm: text.remove,
      cancel: text.keep,
      danger: true,
    });
    if (!isConfirmed) return;
    setRemoving(true);
    try {
      await entry.draft.settle();
      entry.expectRemoval();
      if (!toastOutcome(await props.remove(device), text.refusals)) {
        entry.expectRemoval(false);
        return;
      }
      showToast({ text: text.wasRemoved, kind: "good" });
      await returnTo(entry.list);
    } finally {
      setRemoving(false);
    }
  };
  return (
    <Button kind="danger" icon="trash" busy={isRemoving && strings().removing} onClick={remove}>
      {text.remove}
    </Button>
  );
}

/** The texts of a record that can be retired and reinstated. */
interface RetirementText<Own extends string> {
  readonly retire: string;
  readonly wasRetired: string;
  readonly undo: string;
  readonly reinstate: string;
  readonly wasReinstated: string;
  readonly refusals: Readonly<Record<Own, string>>;
}

/** Retires a record that stays in the list, such as a scrapped appliance. The toast offers to undo it. */
export function RetireButton<Own extends string>(props: {
  entry: OpenEntry;
  kind?: "danger";
  icon?: IconName;
  retire: Action<Own>;
  reinstate: Action<Own>;
  text: RetirementText<Own>;
}) {
  const { entry, text } = props;
  const device = useDevice();
  const returnTo = useReturnTo();
  const [isSaving, setSaving] = useState(false);
  const retire = async () => {
    setSaving(true);
    try {
      await entry.draft.settle();
      if (!toastOutcome(await props.retire(device), text.refusals)) return;
      showToast({
        text: text.wasRetired,
        kind: "good",
        duration: "long",
        action: { label: text.undo, run: () => void reinstate(device, props.reinstate, text) },
      });
      await returnTo(entry.list);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      {...(props.kind && { kind: props.kind })}
      {...(props.icon && { icon: props.icon })}
      busy={isSaving && strings().saving}
      onClick={retire}
    >
      {text.retire}
    </Button>
  );
}

/** The screen of a retired record. It can only be reinstated, not changed. */
export function RetiredRecord<Own extends string>(props: {
  title: string;
  list: PlainPath;
  /** Says that the record is retired, and when. */
  note: string;
  reinstate: Action<Own>;
  text: RetirementText<Own>;
  children: ReactNode;
}) {
  const { text } = props;
  const device = useDevice();
  return (
    <Page
      title={props.title}
      back={props.list}
      main={
        <Button kind="main" onClick={() => reinstate(device, props.reinstate, text)}>
          {text.reinstate}
        </Button>
      }
    >
      <Banner tone="info">{props.note}</Banner>
      {props.children}
    </Page>
  );
}

async function reinstate<Own extends string>(
  device: Device,
  action: Action<Own>,
  text: RetirementText<Own>,
): Promise<void> {
  if (!toastOutcome(await action(device), text.refusals)) return;
  showToast({ text: text.wasReinstated, kind: "good" });
}
