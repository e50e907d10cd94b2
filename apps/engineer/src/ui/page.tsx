import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useRouter } from "@tanstack/react-router";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Covered } from "./covered.ts";
import { type ScreenAddress, toLinkOptions } from "./screen-address.ts";
import styles from "./page.module.css";
import { NonBreakingText } from "./non-breaking-text.tsx";
import { fitFrame } from "./page-frame.ts";
import { strings } from "./strings.ts";

/** The content next to the title in every header: the app's sync indicator. */
const HeaderStatus = createContext<ReactNode>(null);

export const HeaderStatusProvider = HeaderStatus.Provider;

/** The content below every header: the notice that the server cannot be reached. */
const HeaderNote = createContext<ReactNode>(null);

export const HeaderNoteProvider = HeaderNote.Provider;

/** The content below that notice on the screens of a signed-in engineer: the alerts. */
const HeaderAlerts = createContext<ReactNode>(null);

export const HeaderAlertsProvider = HeaderAlerts.Provider;

export interface PageProps {
  readonly title: string;
  /** What the screen shows now, if it shows one step after another. */
  readonly step?: string;
  /** The screen that Back opens, or a function that it calls. Without it there is no Back. */
  readonly back?: ScreenAddress | (() => void);
  /** The name of Back for screen readers, if "Back" would say too little. */
  readonly backLabel?: string;
  /** At most two header buttons. */
  readonly actions?: ReactNode;
  /** The one main action, in the footer. */
  readonly main?: ReactNode;
  /** The actions above the main one. */
  readonly secondary?: ReactNode;
  /** Hides the sync indicator and the alerts: for screens before sign-in. */
  readonly bare?: boolean;
  readonly children: ReactNode;
}

/** The frame of every screen: header, main landmark, footer bar. */
export function Page(props: PageProps) {
  const status = useContext(HeaderStatus);
  const note = useContext(HeaderNote);
  const alerts = useContext(HeaderAlerts);
  const heading = useHeading(props.title, props.step);
  const router = useRouter();
  const { back, main, secondary } = props;
  const hasFooter = Boolean(main || secondary);
  const header = useRef<HTMLElement>(null);
  const footer = useRef<HTMLElement>(null);
  useLayoutEffect(() => fitFrame(header.current, footer.current), [hasFooter]);
  const goBack =
    back === undefined || typeof back === "function"
      ? back
      : () => void router.navigate(toLinkOptions(back));
  return (
    <div className={styles.page}>
      <header className={classes(styles.header, goBack && styles.withBack)} ref={header}>
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
        {note}
        {!props.bare && alerts}
      </header>
      <main className={styles.main}>{props.children}</main>
      {hasFooter && (
        <footer className={styles.footer} ref={footer}>
          <div className={styles.footerInner}>
            {secondary && <div className={styles.secondary}>{secondary}</div>}
            {main}
          </div>
        </footer>
      )}
    </div>
  );
}

let pagesShown = 0;

/** Sets the tab's title, and focuses the heading after a change of screen, or of its step, that left nothing focused. */
function useHeading(title: string, step: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isCovered = useContext(Covered);
  useEffect(() => {
    if (!isCovered) document.title = `${title} - Fieldfare`;
  }, [title, isCovered]);
  useEffect(() => {
    pagesShown += 1;
    if (pagesShown > 1 && !isFocusShown()) heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}

/** False also for what has just been hidden: the browser takes its focus away only when it draws. */
function isFocusShown(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused.getClientRects().length > 0;
}
