import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./toast.module.css";
import { publishHeight } from "./publish-height.ts";
import { strings } from "./strings.ts";

/** Milliseconds; a persistent toast stays until it is dismissed or its action is tapped. */
const durations = { short: 4000, long: 12_000, persistent: null } as const;

export interface Toast {
  readonly text: string;
  readonly title?: string;
  readonly kind?: "info" | "good" | "warn" | "danger";
  readonly duration?: keyof typeof durations;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** An offer that can wait: it is not shown as long as somebody may be signing. */
  readonly isOffer?: boolean;
  /** A toast with the same key is replaced instead of shown twice. */
  readonly key?: string;
}

interface ShownToast extends Toast {
  readonly id: number;
}

const icons: Record<NonNullable<Toast["kind"]>, IconName> = {
  info: "info",
  good: "success",
  warn: "alert-triangle",
  danger: "alert-octagon",
};

let shown: readonly ShownToast[] = [];
/** Those on the screen. */
let drawn = shown;
let lastId = 0;
/** True while something covers the toasts. */
let isHeld = false;
/** Begins the time anew of those long toasts whose time ended meanwhile. */
let restarts: readonly (() => void)[] = [];
const listeners = new Set<() => void>();

/** Shows a message at the bottom of the page, or above the open dialog, and returns a function that dismisses it. */
export function showToast(toast: Toast): () => void {
  lastId += 1;
  const id = lastId;
  const key = toast.key ?? `${toast.title ?? ""}\n${toast.text}`;
  const dismiss = () => remove(id);
  change([...shown.filter((other) => other.key !== key), { ...toast, key, id }]);
  const ms = durations[toast.duration ?? "short"];
  const isLong = toast.duration === "long";
  const begin = () => setTimeout(() => (isHeld && isLong ? hold(begin) : dismiss()), ms ?? 0);
  if (ms !== null) begin();
  return dismiss;
}

function hold(restart: () => void): void {
  restarts = [...restarts, restart];
}

/** Keeps long toasts while something covers them, for their whole time after that: nobody has read them. */
export function holdToasts(isCovered: boolean): void {
  isHeld = isCovered;
  if (isHeld) return;
  for (const restart of restarts) restart();
  restarts = [];
}

let padsShown = 0;

/** Says that a signature pad is shown until the returned function is called. Offers are kept off the screen: they would lie on it. */
export function markPadShown(): () => void {
  const count = (by: number) => {
    padsShown += by;
    // An offer that was held comes as the newest: it would be the first to be dropped, unseen.
    const offers = shown.filter(({ isOffer }) => isOffer);
    change([...shown.filter((toast) => !offers.includes(toast)), ...offers]);
  };
  count(1);
  return () => count(-1);
}

/** Whether a signature pad is shown: the phone may be in the hands of a customer. */
export const usePadShown = () => useSyncExternalStore(subscribe, isPadShown, isPadShown);

const isPadShown = () => padsShown > 0;

const maxShown = 3;

/**
 * Drops the oldest of too many toasts that would time out; if all are persistent an offer, or else the oldest. An offer that is
 * held does not count.
 */
function dropOldest(toasts: readonly ShownToast[]): readonly ShownToast[] {
  const drawable = selectDrawable(toasts);
  if (drawable.length <= maxShown) return toasts;
  const dropped =
    drawable.find(({ duration }) => duration !== "persistent") ??
    drawable.find(({ isOffer }) => isOffer) ??
    drawable[0];
  return dropOldest(toasts.filter((toast) => toast !== dropped));
}

function selectDrawable(toasts: readonly ShownToast[]): readonly ShownToast[] {
  return isPadShown() ? toasts.filter(({ isOffer }) => !isOffer) : toasts;
}

/** Dismisses the toast that was shown with this key, if it is still shown. */
export function dismissToasts(key: string): void {
  change(shown.filter((toast) => toast.key !== key));
}

/** The page's host first, then those of the dialogs, the top one last. */
let hosts: readonly string[] = [];
const none: readonly ShownToast[] = [];

/**
 * Draws the toasts. The page has one, and so has every dialog, since nothing outside of an open dialog is heard or can be tapped.
 * The toasts are in the dialog that was opened last.
 */
export function ToastHost({ isInDialog = false }: { isInDialog?: boolean }) {
  const id = useId();
  const toasts = useSyncExternalStore(
    subscribe,
    () => (hosts.at(-1) === id ? drawn : none),
    readDrawn,
  );
  const host = useRef<HTMLDivElement>(null);
  const isPublished = toasts.length > 0 && !isInDialog;
  useEffect(() => {
    // A page may be drawn together with its dialog.
    change(shown, isInDialog ? [...hosts, id] : [id, ...hosts]);
    return () =>
      change(
        shown,
        hosts.filter((other) => other !== id),
      );
  }, [id, isInDialog]);
  // The page can be scrolled until the toasts cover none of its buttons.
  useEffect(
    () => (isPublished ? publishHeight(host.current, "--toasts-height") : undefined),
    [isPublished],
  );
  return (
    <div ref={host} className={styles.host} role="status">
      {toasts.toReversed().map((toast) => (
        <div key={toast.id} className={classes(styles.toast, styles[toast.kind ?? "info"])}>
          <Icon name={icons[toast.kind ?? "info"]} />
          <div className={styles.text}>
            {toast.title && <strong>{toast.title}</strong>}
            {toast.text}
          </div>
          {toast.action && (
            <div className={styles.action}>
              <Button
                wide
                onClick={() => {
                  remove(toast.id);
                  toast.action?.run();
                }}
              >
                {toast.action.label}
              </Button>
            </div>
          )}
          <Button
            kind="plain"
            icon="close"
            label={strings().dismiss}
            onClick={() => remove(toast.id)}
          />
        </div>
      ))}
    </div>
  );
}

function remove(id: number): void {
  change(shown.filter((other) => other.id !== id));
}

function readDrawn(): readonly ShownToast[] {
  return drawn;
}

function change(next: readonly ShownToast[], nextHosts = hosts): void {
  shown = dropOldest(next);
  drawn = selectDrawable(shown);
  hosts = nextHosts;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
