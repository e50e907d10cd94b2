import { readUnsaved, type UnsavedEntity, type UnsavedEntry } from "@fieldfare/device";
import type { HubSection } from "@fieldfare/domain";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import type { PlainPath } from "../../ui/screen-address.ts";
import { confirm } from "../../ui/dialog.tsx";
import { outcomePath } from "./outcome/outcome-path.ts";
import { sectionScreens } from "./sections.ts";
import { strings } from "./strings.ts";
import styles from "./unsaved.module.css";

const sectionByEntity = {
  note: "Engineer Notes",
  part: "Parts",
  sor: "SORs",
  appliance: "Property Appliances",
  contact: "Who",
} as const satisfies Record<UnsavedEntity, HubSection>;

type Ending = keyof ReturnType<typeof strings>["unsaved"]["texts"];

/** The screens from which the sections can be opened, because access has been gained. */
const openFrom = { close: outcomePath, hold: "/jobs/selected/hold" } as const satisfies Partial<
  Record<Ending, PlainPath>
>;

/** Reads the drafts inside the job that were never saved; undefined while they are read. */
export function useUnsaved(jobId: string, ending?: "removal"): readonly UnsavedEntry[] | undefined {
  const device = useDevice();
  return useLive(() => readUnsaved(device, jobId, ending), [device, jobId, ending]);
}

/**
 * Lists drafts that were never saved, on each screen that ends or holds the job. Their sections open only with access
 * gained; without it, `onAdd` takes what was typed.
 */
export function UnsavedPanel(props: {
  ending: Ending;
  unsaved: readonly UnsavedEntry[] | undefined;
  onAdd?: (texts: readonly string[]) => void;
}) {
  const { ending, unsaved = [], onAdd } = props;
  if (unsaved.length === 0) return null;
  const text = strings().unsaved;
  const texts = unsaved.flatMap((entry) => entry.texts);
  return (
    <Banner tone="warn" title={text.title}>
      <p>{text.texts[ending]}</p>
      <ul className={styles.entries}>
        {unsaved.map((entry) => (
          <li key={`${entry.entity} ${entry.isNew}`}>
            {isOpen(ending) ? (
              <ButtonLink to={findScreen(entry)} returnTo={openFrom[ending]}>
                {nameSection(entry)}
              </ButtonLink>
            ) : (
              <strong>{nameSection(entry)}</strong>
            )}
            {entry.texts.map((typed, index) => (
              <p key={index} className={styles.typed} dir="auto">
                {typed}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {onAdd && texts.length > 0 && <Button onClick={() => onAdd(texts)}>{text.add}</Button>}
    </Banner>
  );
}

/** The texts that the engineer has given up in this tab, by job. */
const givenUp = new Map<string, readonly string[]>();

/** Asks before the job is closed with such drafts. True if there are none. */
export async function confirmUnsavedLoss(
  jobId: string,
  unsaved: readonly UnsavedEntry[] = [],
): Promise<boolean> {
  if (unsaved.length === 0) return true;
  const text = strings().unsaved;
  const isConfirmed = await confirm({
    title: text.question,
    text: text.questionText([...new Set(unsaved.map(nameSection))]),
    confirm: text.goOn,
    cancel: text.stay,
    danger: true,
  });
  if (isConfirmed)
    givenUp.set(
      jobId,
      unsaved.flatMap(({ texts }) => texts),
    );
  return isConfirmed;
}

/** The unsaved texts whose loss the engineer has confirmed. Of any other text the end of the visit says that it was not sent. */
export function listGivenUp(jobId: string): readonly string[] {
  return givenUp.get(jobId) ?? [];
}

/** Returns the entries of which the notes do not have every text. */
export function listNotIn(
  notes: string,
  unsaved: readonly UnsavedEntry[] = [],
): readonly UnsavedEntry[] {
  return unsaved.filter(
    ({ texts }) => texts.length === 0 || texts.some((typed) => !notes.includes(typed)),
  );
}

/** The notes with typed texts below them, one on a line. A text that the notes have already is not repeated. */
export function addToNotes(notes: string, texts: readonly string[]): string {
  return [notes.trimEnd(), ...texts.filter((typed) => !notes.includes(typed))]
    .filter(Boolean)
    .join("\n");
}

function isOpen(ending: Ending): ending is keyof typeof openFrom {
  return ending in openFrom;
}

function nameSection({ entity }: UnsavedEntry): string {
  if (entity === "no-access") return strings().noAccess.title;
  return strings().hub.sections[sectionByEntity[entity]];
}

/** The screen that has the draft: the one that adds a record, else the list. */
function findScreen({ entity, isNew }: UnsavedEntry): PlainPath {
  if (entity === "no-access") return "/jobs/selected/noaccess";
  const { path } = sectionScreens[sectionByEntity[entity]];
  return isNew ? `${path}/add` : path;
}
