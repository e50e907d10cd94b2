import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { showToast } from "../../../ui/toast.tsx";
import { strings } from "../strings.ts";

export interface Chooser {
  readonly open: () => void;
}

/** Opens the phone's camera or its photo library, through `ref.current.open()`. */
export function PhotoChooser(props: {
  ref: Ref<Chooser>;
  /** Chooses photos that are already on the phone, instead of opening the camera. */
  fromFiles?: boolean;
  onChosen: (files: readonly File[]) => void;
  onCancel?: () => void;
}) {
  const { fromFiles = false, onCancel } = props;
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(props.ref, () => ({ open: () => input.current?.click() }), []);
  useEffect(() => {
    const element = input.current;
    const { noneChosen, noneTaken } = strings().photos;
    const text = fromFiles ? noneChosen : noneTaken;
    const notify = () => {
      showToast({ text, duration: "long" });
      onCancel?.();
    };
    element?.addEventListener("cancel", notify);
    return () => element?.removeEventListener("cancel", notify);
  }, [fromFiles, onCancel]);
  return (
    <input
      ref={input}
      type="file"
      accept="image/*"
      capture={fromFiles ? undefined : "environment"}
      multiple
      hidden
      aria-hidden="true"
      tabIndex={-1}
      onChange={(event) => {
        const files = Array.from(event.target.files ?? []);
        // Without this reset, choosing the same photo again after deleting it would not fire an event.
        event.target.value = "";
        props.onChosen(files);
      }}
    />
  );
}
