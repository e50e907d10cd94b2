import { type Device, type DraftKind, dropDraft } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "./device.tsx";
import { speakRefusal } from "./refusals.ts";
import { Button } from "../ui/button.tsx";
import { confirm } from "../ui/dialog.tsx";
import type { Draft } from "./drafts.ts";
import { words } from "./words.ts";

/** Gives up what is being entered: it is kept until this is tapped, whoever leaves the screen. */
export function DiscardButton<V>(props: {
  /** Or what stands in its place. */
  jobId: string;
  kind: DraftKind;
  draft: Draft<V>;
  /** Nothing is offered while these are the same. */
  values: V;
  original: V;
  /** There is more to give up than values. */
  hasMore?: boolean;
  /** Where one is afterwards. */
  to: string;
  /** Gives up what belongs to it, such as its pictures. */
  alsoDrop?: (device: Device) => Promise<unknown>;
}) {
  const { jobId, kind, draft, to } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words().discard;
  const isChanged = JSON.stringify(props.values) !== JSON.stringify(props.original);
  if (!isChanged && !props.hasMore) return null;
  const discard = async () => {
    const isWanted = await confirm({
      title: spoken.question,
      text: spoken.text,
      confirm: spoken.confirm,
      cancel: spoken.keep,
      danger: true,
    });
    if (!isWanted) return;
    try {
      await draft.settle();
      await props.alsoDrop?.(device);
      await dropDraft(device, jobId, kind);
      await navigate({ to, replace: true });
    } catch {
      speakRefusal("storage-failed");
    }
  };
  return <Button onClick={discard}>{spoken.confirm}</Button>;
}
