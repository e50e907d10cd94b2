import type { HubSection } from "@fieldfare/domain";
import type { PlainPath } from "../../ui/screen-address.ts";
import type { IconName } from "../../ui/icon.tsx";

interface SectionScreen {
  readonly path: PlainPath;
  readonly icon: IconName;
}

/** The screen of each section of the hub. */
export const sectionScreens = {
  When: { path: "/jobs/selected/when", icon: "clock" },
  Where: { path: "/jobs/selected/where", icon: "map-pin" },
  What: { path: "/jobs/selected/what", icon: "tool" },
  Who: { path: "/jobs/selected/tenants", icon: "users" },
  Notifications: { path: "/jobs/selected/notifications", icon: "bell" },
  "Completed Job History": { path: "/jobs/selected/history", icon: "history" },
  Parts: { path: "/jobs/selected/parts", icon: "parts" },
  SORs: { path: "/jobs/selected/sors", icon: "list-details" },
  Forms: { path: "/jobs/selected/forms", icon: "clipboard" },
  "Property Appliances": { path: "/jobs/selected/property/appliances", icon: "flame" },
  "Engineer Notes": { path: "/jobs/selected/engineer/notes", icon: "note" },
} as const satisfies Record<HubSection, SectionScreen>;
