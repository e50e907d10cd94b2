import { isolateText } from "@fieldfare/domain";
import { defineStrings } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Planner",
    week: (number: number, all: number) => `Week ${number} of ${all}`,
    range: (from: string, to: string) => `${from} to ${to}`,
    previous: "Previous week",
    next: "Next week",
    thisWeek: "This week",
    today: "Today",
    empty: "No appointments in this week",
    unseen: "This week has not been loaded on this phone yet.",
    training: "No planner in training",
    trainingText: "Its appointments are real ones. The jobs for training are under Jobs.",
    contact: (name: string) => `Contact: ${isolateText(name)}`,
    showAll: "Show all",
    showLess: "Show less",
    openJob: "Open job",
    notHere: "This job is not on this phone.",
    call: (number: string) => `Call ${number}`,
  },
});
