import { defineStrings } from "../ui/language.ts";

export const strings = defineStrings({
  en: {
    cannotBeShown:
      "The app does not support something in this form. Phones show this message in its place.",
    again: "Begin again",
    nothingSent: "This is a preview: nothing is stored and nothing is sent.",
    addPhoto: "Add an example photo",
    examplePhoto: (number: number) => `Example photo ${number}`,
    removePhoto: (number: number) => `Remove example photo ${number}`,
  },
});
