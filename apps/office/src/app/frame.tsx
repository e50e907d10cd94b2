import { Kbd, Menu, Text, useMantineColorScheme } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { Link, Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useOwnAccount } from "../server/account.ts";
import { describeError } from "../server/error-notice.tsx";
import { signOut, useSessionState } from "../server/session.ts";
import { findUnsentText } from "../server/unsent-text.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useRestoreFocus } from "../ui/restore-focus.ts";
import styles from "./frame.module.css";
import { useAdministrationPages, useMainPages } from "./pages.ts";
import { useShortcuts } from "./shortcuts.tsx";
import { strings } from "./strings.ts";

const CommandPalette = lazy(() =>
  import("./command-palette.tsx").then((module) => ({ default: module.CommandPalette })),
);

const PasswordDialog = lazy(() =>
  import("./password-dialog.tsx").then((module) => ({ default: module.PasswordDialog })),
);

/** What is around every screen. */
export function Frame() {
  const [openings, setOpenings] = useState(0);
  const openPalette = () => setOpenings((count) => count + 1);
  const { dialog, openKeys } = useShortcuts();
  const pages = useMainPages();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The palette has the same key of its own once it is loaded.
  useHotkeys(openings === 0 ? [["mod+K", openPalette]] : [], []);
  useFocusOnTitle();
  useRestoreFocus();
  return (
    <>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("content")?.focus();
        }}
      >
        {strings.skip}
      </a>
      <header className={styles.header}>
        <span className={styles.brand}>{strings.brand}</span>
        <nav aria-label="Main">
          <div className={styles.navigation}>
            {pages.map((page) => (
              <Link
                key={page.to}
                to={page.to}
                className={styles.link}
                activeProps={{ "data-active": true }}
                {...(isShown(page, path) && { "data-active": true })}
              >
                {page.short}
              </Link>
            ))}
            <AdministrationMenu />
          </div>
          <FoldedMenu />
        </nav>
        <div className={styles.tools}>
          <button type="button" className={styles.tool} onClick={openPalette}>
            {strings.search}{" "}
            <Kbd size="xs" className={styles.hint ?? ""}>
              Ctrl K
            </Kbd>
          </button>
          <button type="button" className={styles.tool} onClick={openKeys}>
            {strings.keys}{" "}
            <Kbd size="xs" className={styles.hint ?? ""}>
              ?
            </Kbd>
          </button>
          <AccountMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      {dialog}
      {openings > 0 && (
        <Suspense>
          <CommandPalette openings={openings} />
        </Suspense>
      )}
    </>
  );
}

/** All pages of the navigation in one menu, for windows that are too narrow for a row of links. */
function FoldedMenu() {
  const pages = useMainPages();
  const administration = useAdministrationPages();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const current =
    pages.find((page) => isShown(page, path))?.short ??
    administration.find(({ to }) => path.startsWith(to))?.label;
  return (
    <div className={styles.folded}>
      <Menu position="bottom-start" width={260} withinPortal={false}>
        <Menu.Target>
          <button type="button" className={styles.link}>
            {current ? strings.menuAt(current) : strings.menu} <span aria-hidden="true">▾</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.foldedPages ?? ""}>
          {pages.map(({ to, label }) => (
            <PageItem key={to} to={to} label={label} />
          ))}
          {administration.length > 0 && <Menu.Label>{strings.administration}</Menu.Label>}
          {administration.map(({ to, label }) => (
            <PageItem key={to} to={to} label={label} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

type ListedPage =
  | ReturnType<typeof useMainPages>[number]
  | ReturnType<typeof useAdministrationPages>[number];

/** A page in a menu, marked while it or one below it is shown. */
function PageItem({ to, label }: Pick<ListedPage, "to" | "label">) {
  const isCurrent = useLocation({ select: ({ pathname }) => pathname.startsWith(to) });
  return (
    <Menu.Item component={Link} to={to} aria-current={isCurrent ? "page" : undefined}>
      {label}
    </Menu.Item>
  );
}

/** Whether the address is that of the page or of one below it. */
function isShown(page: ReturnType<typeof useMainPages>[number], path: string): boolean {
  return path.startsWith(page.to) || ("also" in page && path.startsWith(page.also));
}

/** The menu of the pages that administer the system. It is not there for a user who may open none of them. */
function AdministrationMenu() {
  const pages = useAdministrationPages();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (pages.length === 0) return null;
  return (
    <Menu position="bottom-start" width={220} withinPortal={false}>
      <Menu.Target>
        <button
          type="button"
          className={styles.link}
          data-active={pages.some(({ to }) => path.startsWith(to)) || undefined}
        >
          {strings.administration} <span aria-hidden="true">▾</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ to, label }) => (
          <PageItem key={to} to={to} label={label} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function AccountMenu() {
  const session = useSessionState();
  const { data: account } = useOwnAccount();
  const [isChanging, setIsChanging] = useState(false);
  const [unsentText, setUnsentText] = useState<Awaited<ReturnType<typeof findUnsentText>>>(null);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = "user" in session ? session.user.name : "";
  const schemes = [
    ["light", strings.light],
    ["dark", strings.dark],
    ["auto", strings.system],
  ] as const;
  const leave = () =>
    signOut().catch((error: unknown) =>
      notifications.show({
        color: "red",
        title: strings.signOutFailed,
        message: describeError(error).advice,
      }),
    );
  const leaveIfNothingIsLost = async () => {
    const place = await findUnsentText();
    setUnsentText(place);
    if (place === null) await leave();
  };
  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal={false}>
        <Menu.Target>
          <button type="button" className={styles.tool}>
            {name || strings.account}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{strings.appearance}</Menu.Label>
          {schemes.map(([scheme, label]) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            >
              {label}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          {account && !account.usesOidc && (
            <Menu.Item onClick={() => setIsChanging(true)}>{strings.changePassword}</Menu.Item>
          )}
          <Menu.Item onClick={() => void leaveIfNothingIsLost()}>{strings.signOut}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChanging && (
        <Suspense>
          <PasswordDialog onClose={() => setIsChanging(false)} />
        </Suspense>
      )}
      {unsentText !== null && (
        <ConfirmDialog
          title={strings.signOutTitle}
          confirm={strings.signOut}
          isDestructive
          isPending={false}
          onConfirm={() => void leave()}
          onClose={() => setUnsentText(null)}
        >
          <Text>{strings.unsentText[unsentText]}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Moves the focus to the title of a screen that was opened, so that screen readers say where they are. */
function useFocusOnTitle() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        document.querySelector<HTMLElement>("[data-page-title]")?.focus();
      }),
    [router],
  );
}
