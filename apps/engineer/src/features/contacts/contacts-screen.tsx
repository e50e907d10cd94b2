import { isFavouriteIn, readFavourites } from "@fieldfare/device";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Stack } from "../../ui/card.tsx";
import { ChoiceButtons, TextField } from "../../ui/field.tsx";
import { Hidden } from "../../ui/hidden.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordGroup } from "../../ui/record-card.tsx";
import { ContactCard } from "./contact-card.tsx";
import { findContacts, type Listed, rowsOf, type Shown } from "./contact-rows.ts";
import { useContacts } from "./contacts.ts";
import { words } from "./words.ts";

/** Longer is no name. */
const mostTyped = 100;

/** The company's contacts by the initial of the last name. */
export function ContactsScreen() {
  const device = useDevice();
  const { list, isFailed, readAgain } = useContacts();
  const favourites = useLive(() => readFavourites(device), [device]);
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  // The letters appear at once, the list a moment later where the phone is slow.
  const asked = useDeferredValue(typed);
  const listed = useMemo(() => {
    if (!list || !favourites) return undefined;
    const isMarked = isFavouriteIn(list, favourites);
    return list.entries.map((entry): Listed => ({ ...entry, isMarked: isMarked(entry) }));
  }, [list, favourites]);
  const found = useMemo(() => listed && findContacts(listed, asked, shown), [listed, asked, shown]);
  const rows = useMemo(() => found && rowsOf(found), [found]);
  const spoken = words();
  return (
    <Page title={spoken.title} back="/">
      <Stack>
        <TextField
          name="search"
          type="search"
          inputMode="search"
          label={spoken.search}
          value={typed}
          onChange={(text) => setTyped(text.slice(0, mostTyped))}
        />
        <ChoiceButtons<Shown>
          name="shown"
          label={spoken.show}
          value={shown}
          choices={[
            { value: "all", text: spoken.all },
            { value: "favourites", text: spoken.favourites },
          ]}
          onChange={setShown}
        />
        <div role="status">
          {found && found.length > 0 && asked.trim() !== "" && (
            <Hidden>{spoken.found(found.length)}</Hidden>
          )}
          {found?.length === 0 && (
            <Nothing isEmpty={list?.entries.length === 0} asked={asked} shown={shown} />
          )}
        </div>
      </Stack>
      {isFailed && !list && (
        <EmptyState icon="users" title={spoken.unreadable}>
          {spoken.unreadableHint} <Button onClick={readAgain}>{spoken.again}</Button>
        </EmptyState>
      )}
      {!rows && !isFailed && <Skeleton />}
      {rows && (
        <LongList
          name="contacts"
          rows={rows}
          keyOf={(row) => ("contact" in row ? row.contact.contactId : row.initial)}
          estimate={(row) => ("contact" in row ? 138 : 52)}
        >
          {(row) =>
            "contact" in row ? (
              <ContactCard contact={row.contact} isFavourite={row.contact.isMarked} />
            ) : (
              <RecordGroup title={row.initial} count={row.count} />
            )
          }
        </LongList>
      )}
    </Page>
  );
}

function Nothing(props: { isEmpty: boolean; asked: string; shown: Shown }): ReactNode {
  const spoken = words();
  if (props.isEmpty)
    return (
      <EmptyState icon="users" title={spoken.empty}>
        {spoken.emptyHint}
      </EmptyState>
    );
  if (props.asked.trim() !== "")
    return (
      <EmptyState icon="users" title={spoken.none}>
        {spoken.noneHint}
      </EmptyState>
    );
  return (
    <EmptyState icon="star" title={spoken.noFavourites}>
      {spoken.noFavouritesHint}
    </EmptyState>
  );
}
