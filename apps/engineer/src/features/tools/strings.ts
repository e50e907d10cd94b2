import { defineStrings, formatNumber } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    submit: "Submit",
    file: "File",
    done: { title: "Import result", text: "Import completed" },
    progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
    database: {
      title: "Database import",
      warning: "This completely replaces the current database and cannot be recovered.",
      missing: "Select an exported database file",
      checking: "Checking the file",
      replacing: "Replacing the database",
      unsentTitle: "Unsent work is on this phone",
      unsent:
        "Close and send it first, or save a rescue file and choose it here: it is checked before anything is replaced.",
      rescue: "Save a rescue file",
      rescueFile: "Rescue file",
      passphrase: "Passphrase of the rescue file",
      rescueMissing: "Select a rescue file",
      passphraseMissing: "Please enter the passphrase.",
      refusal: {
        unreadable: "The file could not be read. Choose it again.",
        "not-an-export": "This is not an exported database. Nothing was changed.",
        "wrong-version":
          "This file was exported by another version of the app. Nothing was changed.",
        damaged: "This file is damaged or incomplete. Nothing was changed.",
        "too-large": "This file is too large. Nothing was changed.",
        "unsent-work":
          "Unsent work would be lost. Send it first, or save a rescue file. Nothing was changed.",
        "rescue-file-other":
          "This rescue file does not contain all unsent work of this phone. Save a new one. Nothing was changed.",
        "not-a-rescue-file": "This is not a rescue file. Nothing was changed.",
        truncated: "The rescue file is incomplete. Save a new one. Nothing was changed.",
        "wrong-passphrase": "The passphrase is wrong. Nothing was changed.",
      },
    },
    dump: {
      title: "Field Op Data",
      text: "Paste data in table dump format into a file and submit it. Rows replace those with the same id; other rows are not changed.",
      missing: "Select a table dump file",
      importing: "Importing",
      refusal: {
        unreadable: "The file could not be read. Choose it again.",
        "not-json": "This file is not JSON. Nothing was changed.",
        "not-a-dump": "This file is not in table dump format. Nothing was changed.",
        "unknown-table": "This file names a table that cannot be imported. Nothing was changed.",
        "row-invalid": "A row of this file does not fit its table. Nothing was changed.",
        "too-large": "This file is too large. Nothing was changed.",
      },
    },
  },
});
