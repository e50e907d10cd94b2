import type { PartIssues, UsageStatus } from "@fieldfare/domain";
import { defineStrings, formatNumber } from "../../../ui/language.ts";

const issues: Record<keyof PartIssues, string> = {
  shortDescription: "Please enter a short description of less than 200 characters.",
  quantity: "Please enter a quantity between 1 and 999",
  comments: "Comments may have 2,000 characters at most",
};

const usageStatuses: Record<UsageStatus, string> = {
  Requested: "Requested",
  Exact: "Exact",
  Partial: "Partial",
  Additional: "Additional",
  Unused: "Unused",
};

const refusals = {
  "short-description-invalid": issues.shortDescription,
  "quantity-invalid": issues.quantity,
  "comments-too-long": issues.comments,
  "not-found": "This part is no longer part of the job.",
  "not-added-by-engineer": "Only parts that you added can be removed.",
};

export const strings = defineStrings({
  en: {
    title: "Parts",
    empty: "No parts found",
    emptyHint: "Select 'Add' to enter one",
    notSaved: { added: "A part is not saved yet", changed: "A change to a part is not saved yet" },
    add: "Add",
    usageStatuses,
    quantity: (label: string, quantity: number, unit: string) =>
      unit === "" ? `${label} ${quantity}` : `${label} ${quantity} (${unit})`,
    ordered: (quantity: number) => `Ordered ${quantity}`,
    noLongerOrdered: "The office has taken this part out of the job",
    collected: (quantity: number) => `Collected ${quantity}`,
    vanStock: "Van stock",
    addTitle: "Add Part",
    source: "Where does it come from?",
    fromStock: "From stock",
    toOrder: "To be ordered",
    part: "Find a part",
    partHint: "Search by code or description, or enter a description below",
    noMatch: "No matching parts found",
    shortDescription: "Short description",
    comments: "Comments (optional)",
    issues,
    submit: "Submit",
    adding: "Adding part",
    added: "Part added",
    updateTitle: "Update Part",
    description: "Description",
    code: "Code",
    unit: "Unit",
    countedIn: (unit: string) => `Unit: ${unit}`,
    orderedLabel: "Quantity Ordered",
    orderedBefore: (quantity: number) => `${quantity}, before the office took it out of the job`,
    commentsLabel: "Comments",
    quantityUpdateIssue: "Please enter a whole number, 0 or more",
    unlikely: {
      title: "Is this quantity right?",
      ordered: (used: number, ordered: number) =>
        `You typed ${formatNumber(used)}. The job has ${formatNumber(ordered)} on order.`,
      other: (quantity: number) => `You typed ${formatNumber(quantity)}.`,
      confirm: "Yes, it is right",
      cancel: "Change it",
    },
    uncollected: {
      title: "Was this part used?",
      text: (used: number, collected: number) =>
        `Used ${used}, collected ${collected}. Record what you collected under Parts to Collect.`,
      confirm: "Yes, it was used",
      cancel: "Change it",
    },
    status: (status: string) => `Status: ${status}`,
    update: "Update",
    updating: "Updating part",
    updated: "Part updated",
    remove: "Remove Part",
    removeQuestion: "Remove this part?",
    keep: "Keep part",
    wasRemoved: "Part removed",
    refusals,
  },
});
