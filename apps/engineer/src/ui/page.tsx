import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { useRouter } from "@tanstack/react-router";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./page.module.css";
import { NonBreakingText } from "./non-breaking-text.tsx";
import { strings } from "./strings.ts";

/** What stands in every header beside the title: the app puts its sync sign here. */
const HeaderStatus = createContext<ReactNode>(null);

export const HeaderStatusProvider = HeaderStatus.Provider;

/** What stands below every header: the app says there when the server cannot be reached. */
const HeaderNote = createContext<ReactNode>(null);

export const HeaderNoteProvider = HeaderNote.Provider;

export interface PageProps {
  readonly title: string;
  /** Where Back leads: a path, or what to do. Left out: no Back. */
  readonly back?: string | (() => void);
  /** What Back says where a plain word would say too little. */
  readonly backLabel?: string;
  /** At most two header buttons. */
  readonly actions?: ReactNode;
  /** The one main action, in thumb's reach. */
  readonly main?: ReactNode;
  /** Above the main action. */
  readonly secondary?: ReactNode;
  /** Without the sync sign: screens before anyone is signed in. */
  readonly bare?: boolean;
  readonly children: ReactNode;
}

/** The frame of every screen: header, main landmark, footer bar. */
export function Page(props: PageProps) {
  const status = useContext(HeaderStatus);
  const note = useContext(HeaderNote);
  const heading = useHeading(props.title);
  const router = useRouter();
  const { back, main, secondary } = props;
  const goBack = typeof back === "string" ? () => void router.navigate({ to: back }) : back;
  return (
    <div className={styles.page}>
      <header className={classes(styles.header, goBack && styles.withBack)}>
        <div className={styles.bar}>
          {goBack && (
            <Button
              kind="header"
              icon="arrow-left"
              label={props.backLabel ?? strings().back}
              onClick={goBack}
            />
          )}
          <h1 className={styles.title} ref={heading} tabIndex={-1}>
            <NonBreakingText>{props.title}</NonBreakingText>
          </h1>
          <div className={styles.actions}>
            {props.actions}
            {!props.bare && status}
          </div>
        </div>
        {!props.bare && note}
      </header>
      <main className={styles.main}>{props.children}</main>
      {(main || secondary) && (
        <footer className={styles.footer} ref={measureFooter}>
          <div className={styles.footerInner}>
            {secondary && <div className={styles.secondary}>{secondary}</div>}
            {main}
          </div>
        </footer>
      )}
    </div>
  );
}

/** Toasts stand above the footer, whatever it holds. */
function measureFooter(footer: HTMLElement | null) {
  if (!footer) return undefined;
  const root = document.documentElement.style;
  const observer = new ResizeObserver(() =>
    root.setProperty("--footer-height", `${footer.offsetHeight}px`),
  );
  observer.observe(footer);
  return () => {
    observer.disconnect();
    root.removeProperty("--footer-height");
  };
}

let pagesShown = 0;

/** Says where one is: the tab's title, and the focus on the heading after a change of screen. */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} - Fieldfare`;
  }, [title]);
  useEffect(() => {
    pagesShown += 1;
    const focused = document.activeElement;
    if (pagesShown > 1 && (focused === null || focused === document.body || !focused.isConnected)) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return heading;
}
