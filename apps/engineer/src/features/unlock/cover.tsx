import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { usePhoneBack } from "../../ui/phone-back.ts";
import page from "../../ui/page.module.css";
import styles from "./cover.module.css";

/**
 * A screen above everything that is open, dialogs too. It looks like `Page`, takes the focus and the phone's Back, and
 * leaves what is below as it is. Only its owner takes it away.
 */
export function Cover(props: {
  title: string;
  main?: ReactNode;
  secondary?: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  usePhoneBack(() => undefined);
  const { title } = props;
  useLayoutEffect(() => {
    const element = dialog.current;
    const titleBelow = document.title;
    document.title = `${title} - Fieldfare`;
    const open = () => {
      if (element?.isConnected && !element.open) element.showModal();
    };
    open();
    // Some browsers close a dialog at the second Escape, whatever the page says.
    element?.addEventListener("close", open);
    return () => {
      element?.removeEventListener("close", open);
      element?.close();
      document.title = titleBelow;
    };
  }, [title]);
  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.preventDefault();
      }}
    >
      <div className={page.page}>
        <header className={page.header}>
          <div className={page.bar}>
            <h1 className={page.title} id={titleId}>
              {title}
            </h1>
          </div>
        </header>
        <main className={page.main}>{props.children}</main>
        {(props.main || props.secondary) && (
          <footer className={page.footer}>
            <div className={page.footerInner}>
              {props.secondary && <div className={page.secondary}>{props.secondary}</div>}
              {props.main}
            </div>
          </footer>
        )}
      </div>
    </dialog>
  );
}
