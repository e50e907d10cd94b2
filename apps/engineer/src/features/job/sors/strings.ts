import { isolateText, type QuantityIssue } from "@fieldfare/domain";
import { defineStrings, formatNumber } from "../../../ui/language.ts";

const quantityIssues: Record<QuantityIssue, string> = {
  "quantity-missing": "Please enter a quantity",
  "quantity-invalid": "Please enter a number such as 1 or 2.5",
  "quantity-too-large": "This quantity is too large",
  "quantity-unclear": "Please enter the quantity without a comma, such as 1.5 or 1500",
};

const sorMissing = "Please select a SOR";

const refusals = {
  "sor-missing": sorMissing,
  ...quantityIssues,
  "not-found": "This SOR is no longer part of the job.",
  "sor-already-added": "This SOR is already part of the job. Change its quantity used instead.",
  "last-sor": "The last SOR of a job cannot be removed.",
};

export const strings = defineStrings({
  en: {
    title: "SORs",
    empty: "No SORs found",
    emptyHint: "Select 'Add' to enter one",
    notSaved: { added: "An SOR is not saved yet", changed: "A change to an SOR is not saved yet" },
    add: "Add",
    code: (code: string) => `Code ${code}`,
    quantity: (quantity: number) => `Quantity ${formatNumber(quantity, 2)}`,
    used: (quantity: number) => `Used ${formatNumber(quantity, 2)}`,
    addTitle: "Add SOR",
    sor: "SOR",
    sorHint: "Search by code or description",
    noMatch: "No matching SORs found",
    sorMissing,
    quantityLabel: "Quantity",
    submit: "Submit",
    adding: "Adding SOR",
    added: "SOR added",
    updateTitle: "Update SOR",
    description: "Description",
    codeLabel: "Code",
    quantityUsed: "Quantity Used",
    update: "Update",
    updating: "Updating SOR",
    updated: "SOR updated",
    remove: "Remove SOR",
    removeQuestion: "Remove this SOR?",
    keep: "Keep SOR",
    wasRemoved: "SOR removed",
    last: "The last SOR of a job cannot be removed.",
    unused: {
      title: "Planned SORs not recorded as used",
      line: (quantity: number, code: string, description: string) =>
        `${formatNumber(quantity, 2)} x ${isolateText(code)} ${isolateText(description)}`,
      text: "Their quantity used is 0. If you did this work, enter the quantity. You can close the job without it.",
      link: "Review SORs",
    },
    quantityIssues,
    refusals,
  },
});
