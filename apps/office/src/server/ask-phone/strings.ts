/** What the office says before it asks the phones of an engineer for something. */
export const askTexts = {
  DataDump: {
    ask: "Ask for a data dump",
    title: (name: string) => `Ask the phones of ${name} for a data dump?`,
    asked: (name: string) => `The phones of ${name} are asked for a data dump`,
    consequences: (name: string) => [
      "It shows why something does not work or does not arrive. Support may ask you for it.",
      "Each phone sends the last 200 lines of its log, how many rows its tables have, and which messages wait. No names, texts and photos are in it.",
      `It is small. The phone sends it at its next contact, and ${name} can go on with the work.`,
      "The audit has an entry of this request, and of everybody who reads the data dump.",
    ],
  },
  ExportDatabase: {
    ask: "Ask for the database",
    title: (name: string) => `Ask the phones of ${name} for their databases?`,
    asked: (name: string) => `The phones of ${name} are asked for their databases`,
    consequences: (name: string) => [
      "It rescues work that a phone cannot send, and shows what a data dump does not.",
      `Each phone sends everything that it has stored for ${name}: customers with names and telephone numbers, notes, answers and photos. Sign-ins and PINs are not in it.`,
      "It may be many megabytes of mobile data, and needs free space on the phone. It goes on after an interruption, and the work goes on meanwhile.",
      "The last three exports of each phone are stored. A further one replaces the oldest.",
      "The audit has an entry of this request, and of everybody who downloads a database.",
    ],
  },
  result: (name: string) => `The result is among the commands on the page of ${name}.`,
} as const;
