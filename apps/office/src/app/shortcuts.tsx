import { Kbd, Modal, Switch, Table } from "@mantine/core";
import { useLocalStorage, useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { focusNewestNotice } from "./notices.tsx";
import { usePages } from "./pages.ts";
import { strings } from "./strings.ts";

const firstKeys = [
  [["Ctrl", "K"], "Find a job or a page", "always"],
  [["/"], "Go to the search of this page", "single"],
  [["?"], "Show the keys", "single"],
  [["z"], "Go to the newest notice, such as to its Undo", "single"],
] as const;
const lastKeys = [
  [["↑", "↓"], "Go through the rows of a table", "always"],
  [["←", "→", "↑", "↓"], "On Today: go from visit to visit", "always"],
  [["m"], "On Today: move the visit that has the focus", "always"],
  [["Esc"], "Close what is open", "always"],
] as const;

/** The keys of the whole app. Single keys can be switched off (WCAG 2.1.4). */
export function useShortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  const [hasSingleKeys, setHasSingleKeys] = useLocalStorage({
    key: "fieldfare-office-single-keys",
    defaultValue: true,
  });
  const navigate = useNavigate();
  const pages = usePages();
  useSingleKeys(hasSingleKeys, {
    "?": () => setIsOpen(true),
    z: focusNewestNotice,
    "/": () => document.querySelector<HTMLInputElement>("[data-page-search]")?.focus(),
    ...Object.fromEntries(pages.map(({ key, to }) => [key, () => void navigate({ to })])),
  });
  const keys = [
    ...firstKeys,
    ...pages.map(({ key, label }) => [[key], strings.openPage(label), "single"] as const),
    ...lastKeys,
  ];
  const dialog = (
    <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={strings.keys}>
      <Table withRowBorders={false}>
        <Table.Tbody>
          {keys.map(([combination, does, kind]) => (
            <Table.Tr key={does} c={kind === "single" && !hasSingleKeys ? "dimmed" : ""}>
              <Table.Th scope="row" w={140}>
                {combination.map((key, index) => (
                  <span key={key}>
                    {index > 0 && " "}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Th>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label={strings.singleKeys}
        description={strings.singleKeysNote}
        checked={hasSingleKeys}
        onChange={(event) => setHasSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
  return { dialog, openKeys: () => setIsOpen(true) };
}

/** Handles keys that are pressed alone. Where somebody types, and in a dialog, they are letters. */
function useSingleKeys(isOn: boolean, actions: Readonly<Record<string, () => void>>) {
  useWindowEvent("keydown", (event) => {
    const { target } = event;
    const isHeld = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented;
    if (!isOn || isHeld || !(target instanceof Element)) return;
    if (target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu]"))
      return;
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
