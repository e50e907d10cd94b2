import { cutText } from "@fieldfare/domain";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "./long-text.module.css";
import { strings } from "./strings.ts";

const maxShown = 50;

/** Shows the first 50 characters of a text. An ellipsis button opens the whole text in a dialog. */
export function LongText({ name, text }: { name: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= maxShown) return text;
  return (
    <>
      {cutText(text, maxShown)}{" "}
      <span className={styles.more}>
        <Button kind="plain" label={strings().readAll(name)} onClick={() => setOpen(true)}>
          …
        </Button>
      </span>
      {isOpen && (
        <Dialog title={name} onClose={() => setOpen(false)}>
          <p className={styles.whole} dir="auto">
            {text}
          </p>
        </Dialog>
      )}
    </>
  );
}
