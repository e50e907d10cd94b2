import { defineStrings } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Fieldfare",
    heading: "Please open the installed app",
    text: "This phone is set up. Close this tab and open Fieldfare from its icon on the home screen: there it starts without a network and keeps your work safer.",
  },
});
