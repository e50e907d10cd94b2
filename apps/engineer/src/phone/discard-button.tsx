import { type Device, type DraftKind, dropDraft } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "./device.tsx";
import { toastRefusal } from "./refusals.ts";
import { Button } from "../ui/button.tsx";
import { confirm } from "../ui/dialog.tsx";
import type { Draft } from "./drafts.ts";
import { strings } from "./strings.ts";

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
  onDiscard?: (device: Device) => Promise<unknown>;
}) {
  const { jobId, kind, draft, to } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const text = strings().discard;
  const isChanged = JSON.stringify(props.values) !== JSON.stringify(props.original);
  if (!isChanged && !props.hasMore) return null;
  const discard = async () => {
    const isConfirmed = await confirm({
      title: text.question,
      text: text.text,
      confirm: text.confirm,
      cancel: text.keep,
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await draft.settle();
      await props.onDiscard?.(device);
      await dropDraft(device, jobId, kind);
      await navigate({ to, replace: true });
    } catch {
      toastRefusal("storage-failed");
    }
  };
  return <Button onClick={discard}>{text.confirm}</Button>;
}
