import { isFavouriteIn, readFavourites } from "@fieldfare/device";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Stack } from "../../ui/card.tsx";
import { ChoiceButtons } from "../../ui/choice-field.tsx";
import { TextField } from "../../ui/field.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordGroup } from "../../ui/record-card.tsx";
import { ContactCard } from "./contact-card.tsx";
import { findContacts, type ListedContact, buildRows, type ContactFilter } from "./contact-rows.ts";
import { useContacts } from "./contacts.ts";
import { strings } from "./strings.ts";

/** No name is longer. */
const maxSearchLength = 100;

/** The company's contacts by the initial of the last name. */
export function ContactsScreen() {
  const device = useDevice();
  const { list, isFailed, readAgain } = useContacts();
  const favourites = useLive(() => readFavourites(device), [device]);
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState<ContactFilter>("all");
  // The typed letters appear at once. On a slow phone the list follows a moment later.
  const query = useDeferredValue(typed);
  const listed = useMemo(() => {
    if (!list || !favourites) return undefined;
    const isMarked = isFavouriteIn(list, favourites);
    return list.entries.map((entry): ListedContact => ({ ...entry, isMarked: isMarked(entry) }));
  }, [list, favourites]);
  const found = useMemo(
    () => listed && findContacts(listed, query, filter),
    [listed, query, filter],
  );
  const rows = useMemo(() => found && buildRows(found), [found]);
  const text = strings();
  return (
    <Page title={text.title} back="/">
      <Stack>
        <TextField
          name="search"
          type="search"
          inputMode="search"
          label={text.search}
          value={typed}
          onChange={(text) => setTyped(text.slice(0, maxSearchLength))}
        />
        <ChoiceButtons<ContactFilter>
          name="shown"
          label={text.show}
          value={filter}
          choices={[
            { value: "all", text: text.all },
            { value: "favourites", text: text.favourites },
          ]}
          onChange={setFilter}
        />
        <div role="status">
          {found && found.length > 0 && query.trim() !== "" && (
            <VisuallyHidden>{text.found(found.length)}</VisuallyHidden>
          )}
          {found?.length === 0 && (
            <NoContacts isEmpty={list?.entries.length === 0} query={query} filter={filter} />
          )}
        </div>
      </Stack>
      {isFailed && !list && (
        <EmptyState icon="users" title={text.unreadable}>
          {text.unreadableHint} <Button onClick={readAgain}>{text.again}</Button>
        </EmptyState>
      )}
      {!rows && !isFailed && <Skeleton />}
      {rows && (
        <LongList
          name="contacts"
          rows={rows}
          getKey={(row) => ("contact" in row ? row.contact.contactId : row.initial)}
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

function NoContacts(props: { isEmpty: boolean; query: string; filter: ContactFilter }): ReactNode {
  const text = strings();
  if (props.isEmpty)
    return (
      <EmptyState icon="users" title={text.empty}>
        {text.emptyHint}
      </EmptyState>
    );
  if (props.query.trim() !== "")
    return (
      <EmptyState icon="users" title={text.none}>
        {text.noneHint}
      </EmptyState>
    );
  return (
    <EmptyState icon="star" title={text.noFavourites}>
      {text.noFavouritesHint}
    </EmptyState>
  );
}
