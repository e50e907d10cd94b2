import { type Device, type DraftKind, dropDraft } from "@fieldfare/device";
import { useDevice } from "./device.tsx";
import { toastRefusal } from "./refusals.ts";
import { Button } from "../ui/button.tsx";
import type { PlainPath } from "../ui/screen-address.ts";
import { useReturnTo } from "../ui/return-to.ts";
import { confirm } from "../ui/dialog.tsx";
import type { Draft } from "./drafts.ts";
import { strings } from "./work-strings.ts";

/** Deletes the draft. A draft stays stored until this button is tapped, also after the engineer leaves the screen. */
export function DiscardButton<V>(props: {
  /** The job, or the name under which a draft without a job is stored. */
  jobId: string;
  kind: DraftKind;
  draft: Draft<V>;
  /** The button is hidden while `values` and `original` are equal. */
  values: V;
  original: V;
  /** True when there is something to discard besides the values, such as photos. */
  hasMore?: boolean;
  /** The screen that opens afterwards. */
  to: PlainPath;
  /** Deletes what belongs to the draft, such as its photos. */
  onDiscard?: (device: Device) => Promise<unknown>;
}) {
  const { jobId, kind, draft, to } = props;
  const device = useDevice();
  const returnTo = useReturnTo();
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
      await returnTo(to);
    } catch {
      toastRefusal("storage-failed");
    }
  };
  return <Button onClick={discard}>{text.confirm}</Button>;
}
