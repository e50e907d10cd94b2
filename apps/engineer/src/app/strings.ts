import { defineStrings, plural } from "../ui/language.ts";

export const strings = defineStrings({
  en: {
    starting: "Fieldfare is starting",
    openingStorage: "Opening the app's data",
    startFailed: "Fieldfare could not start",
    startFailedText:
      "The data on this phone could not be opened. Nothing has been deleted. Close other tabs of this app, then try again.",
    tryAgain: "Try again",
    errorTitle: "Error",
    error: "There's been an error",
    errorSaved: "Everything you have recorded is saved on this phone.",
    signOut: "Sign out",
    home: "Return home",
    notFoundTitle: "Page not found",
    notFound: "We're sorry but the page you requested was not found.",
    syncStatus: {
      title: "Messages",
      allSent: "All sent",
      waiting: (count: number) => plural(count, { one: "# waiting", other: "# waiting" }),
      attention: "Attention",
      oldest: (age: string) => `oldest from ${age}`,
    },
  },
});
