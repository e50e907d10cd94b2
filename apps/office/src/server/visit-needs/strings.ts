/** What each need of a visit is called. */
export const needNames = {
  plannedSors: "Planned SORs",
  parts: "Ordered parts",
  requiredForms: "Required forms",
  alertCodes: "Alerts",
  keySafe: "Key safe",
  visitContacts: "Contacts of the visit",
  attachmentIds: "To read before the visit",
} as const;
