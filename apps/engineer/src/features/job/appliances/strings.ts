import {
  type ApplianceDetail,
  type ApplianceIssues,
  type ManufacturerIssues,
  maxManufacturerText,
} from "@fieldfare/domain";
import { defineStrings } from "../../../ui/language.ts";

type Issue = ApplianceIssues[keyof ApplianceIssues] | ManufacturerIssues[keyof ManufacturerIssues];

const issues: Record<Issue, string> = {
  "type-missing": "Please provide a Type",
  "maker-missing": "Please set Manufacturer / Model",
  "manufacturer-missing": "Please select a Manufacturer",
  "model-missing": "Please select a Model",
  "manufacturer-name-missing": "Please enter Manufacturer",
  "model-name-missing": "Please enter Model",
  "name-too-long": `Please enter ${maxManufacturerText} characters at most`,
  "location-missing": "Please provide the Location",
  "fuel-type-missing": "Please provide a Fuel Type",
  "flue-type-missing": "Please provide a Flue Type",
  "flue-direction-missing": "Please provide a Flue Direction",
  "ownership-missing": "Please select the Ownership",
  "condition-missing": "Please select the Condition",
  "gc-number-invalid": "Please enter a GC number of 7 digits",
  "serial-number-too-long": "Serial number may have 100 characters at most",
  "age-invalid": "Please enter a number between 0 and 99",
  "date-invalid": "Please enter a date",
  "date-in-future": "Date installed cannot be in the future",
};

const details: Record<ApplianceDetail, string> = {
  gasCouncilNumber: "GC number",
  location: "Location",
  fuelType: "Fuel Type",
  flueType: "Flue Type",
  flueDirection: "Flue Direction",
  ownership: "Ownership",
  condition: "Condition",
  serialNumber: "Serial number",
  estimatedAge: "Estimated age",
  dateInstalled: "Date installed",
};

const refusals = {
  ...issues,
  "not-found": "This appliance is no longer part of the property.",
  "appliance-scrapped": "This appliance is scrapped. Reinstate it first.",
  "added-by-engineer": "An appliance that you added is deleted instead.",
  "not-added-by-engineer": "Only appliances that you added can be deleted.",
};

export const strings = defineStrings({
  en: {
    title: "Appliances",
    empty: "No appliances found",
    emptyHint: "Select 'Add' to enter one",
    notSaved: {
      added: "An appliance is not saved yet",
      changed: "A change to an appliance is not saved yet",
    },
    add: "Add",
    scrapped: "Scrapped",
    unnamedType: "Appliance",
    addTitle: "Add Appliance",
    updateTitle: "Edit Appliance",
    type: "Type",
    details,
    optional: (name: string) => `${name} (optional)`,
    years: "In years",
    noMatch: "No matching options found",
    manufacturerAndModel: "Manufacturer / Model",
    manufacturer: "Manufacturer",
    model: "Model",
    setManufacturer: "Set Manufacturer / Model",
    changeManufacturer: "Change Manufacturer / Model",
    notSet: "Not set",
    notListed: {
      manufacturer: "Manufacturer is not in the list",
      model: "Model is not in the list",
    },
    enter: { manufacturer: "Enter Manufacturer", model: "Enter Model" },
    manufacturerDone: "Done",
    issues,
    submit: "Submit",
    update: "Update",
    adding: "Saving appliance",
    updating: "Saving appliance",
    added: "Appliance added",
    updated: "Appliance updated",
    updatedOnRecord:
      "Appliance updated. The complete gas safety record names it: check the record before you close the job.",
    retire: "Scrap Appliance",
    wasRetired: "Appliance scrapped",
    wasRetiredOnRecord:
      "Appliance scrapped. The complete gas safety record names it: check the record before you close the job.",
    scrappedOn: (time: string) => `Scrapped ${time}`,
    undo: "Undo",
    reinstate: "Reinstate",
    wasReinstated: "Appliance reinstated",
    remove: "Delete Appliance",
    removeQuestion: "Delete this appliance?",
    removeNamed:
      "A form of this job names it. The form is opened again: correct it before you close the job.",
    keep: "Keep appliance",
    wasRemoved: "Appliance deleted",
    refusals,
  },
});
