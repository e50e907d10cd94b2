import { defineStrings, plural } from "../ui/language.ts";

/** What is said of messages that wait on this phone, here and at the sign-in. */
export const strings = defineStrings({
  en: {
    ownSent: "The server has received all of your messages.",
    ofAnotherTitle: (count: number) =>
      plural(count, {
        one: "# message of another engineer waits on this phone",
        other: "# messages of another engineer wait on this phone",
      }),
    isSentLater: (count: number) =>
      plural(count, {
        one: "It is saved, and is sent when the engineer who recorded it signs in.",
        other: "They are saved, and are sent when the engineer who recorded them signs in.",
      }),
  },
});
