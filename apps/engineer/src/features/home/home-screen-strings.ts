import { defineStrings, plural } from "../../ui/language.ts";

export const homeScreenStrings = defineStrings({
  en: {
    title: "Put Fieldfare on the home screen",
    why: "Safari deletes what this app has stored after seven days in which nobody opens it, also work that is not sent. On the home screen it is kept.",
    startsEmpty:
      "The app on the home screen starts empty. Sign in there and set it up as on a new phone. Then use only that one.",
    waiting: (count: number) =>
      plural(count, {
        one: "# message waits here. Let it be sent first: it does not move to the home screen.",
        other: "# messages wait here. Let them be sent first: they do not move to the home screen.",
      }),
    later: "Remind me in a few days",
  },
});
