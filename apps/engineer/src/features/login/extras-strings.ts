import { defineStrings, plural } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    provider: "Sign in with your organisation",
    waitingTitle: (count: number) =>
      plural(count, {
        one: "# message waits on this phone",
        other: "# messages wait on this phone",
      }),
    isSent: (count: number) =>
      plural(count, {
        one: "It is sent as soon as there is a network. If somebody else signs in before, it waits until the engineer who recorded it signs in again.",
        other:
          "They are sent as soon as there is a network. If somebody else signs in before, they wait until the engineer who recorded them signs in again.",
      }),
  },
});
