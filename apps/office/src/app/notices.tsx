import { Notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";

/** No wider than what is to the right of the board of a day, so that no notice covers the board or its legend. */
const width = "17rem";
const closeMs = 8_000;

/** Shows the notices. While the focus is in one, none closes by itself: who uses the keyboard needs the time. */
export function Notices() {
  const hasFocus = useHasFocus();
  return (
    <Notifications
      data-notices
      position="bottom-right"
      containerWidth={width}
      autoClose={hasFocus ? false : closeMs}
      limit={4}
    />
  );
}

function useHasFocus(): boolean {
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => {
    const note = () => setHasFocus(document.activeElement?.closest("[data-notices]") != null);
    document.addEventListener("focusin", note);
    document.addEventListener("focusout", note);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("focusout", note);
    };
  }, []);
  return hasFocus;
}

/** Moves the focus to the first button of the newest notice, such as its Undo. Without a notice nothing happens. */
export function focusNewestNotice(): void {
  const notices = document.querySelectorAll("[data-notices] [role=alert]");
  [...notices].at(-1)?.querySelector("button")?.focus();
}
