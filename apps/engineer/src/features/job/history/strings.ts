import { isolateText } from "@fieldfare/domain";
import { defineStrings } from "../../../ui/language.ts";

const connectivity = "You must have Internet connectivity to review documents and images.";

export const strings = defineStrings({
  en: {
    title: "Completed Job History",
    empty: "No completed jobs found",
    emptyHint: "Nothing has been completed at this property before.",
    loadingHistory: "Loading completed jobs",
    heading: (date: string, category: string, type: string) => `${date} ${category}, ${type}`,
    id: "ID",
    engineer: "Engineer",
    mobilePhone: "Mobile phone",
    call: (name: string, number: string) => `Call ${isolateText(name)}, ${number}`,
    category: "Category",
    type: "Type",
    outcome: "Outcome",
    jobDetails: "Job details",
    readAll: (name: string) => `Read all of ${name}`,
    documentHistory: "Document History",
    job: (formattedJobId: string) => `Job ${formattedJobId}`,
    loading: "Loading documents and photos",
    documents: "Documents",
    noDocuments: "No documents found",
    photos: "Photos",
    noPhotos: "No photos found",
    previewAll: "Preview all",
    position: (number: number, total: number) => `Photo ${number} of ${total}`,
    previous: "Previous photo",
    following: "Next photo",
    loadingPhoto: "Loading photo",
    offline: `Unable to load documents: ${connectivity}`,
    imagesFailed: "Unable to retrieve images",
    tryLater: "Please try again later",
    tryAgain: "Try again",
  },
});
