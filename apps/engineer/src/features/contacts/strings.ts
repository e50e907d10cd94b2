import { isolateText } from "@fieldfare/domain";
import { defineStrings, plural } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Contacts",
    search: "Search",
    show: "Show",
    all: "All",
    favourites: "Favourites",
    empty: "No Contacts found",
    emptyHint: "Contacts come with the next synchronisation.",
    none: "No matching Contacts found",
    noneHint: "Type less, or another part of the name.",
    noFavourites: "No favourites found",
    noFavouritesHint: "Tap the star of a contact to find it here.",
    unreadable: "The contacts could not be read",
    unreadableHint: "Please try again.",
    again: "Try again",
    found: (count: number) => plural(count, { one: "# contact", other: "# contacts" }),
    favourite: (name: string) => `Favourite: ${isolateText(name)}`,
    call: (name: string, number: string) => `Call ${isolateText(name)}, ${number}`,
    text: (name: string) => `Text ${isolateText(name)}`,
    mail: (name: string) => `Mail ${isolateText(name)}`,
    links: (name: string) => `Reach ${isolateText(name)}`,
  },
});
