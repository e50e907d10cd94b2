import { createRoute } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { screen } from "../../phone/screen-route.ts";
import type { JobScreen } from "./selected-job.tsx";

export const routes = [
  createRoute(
    screen("/jobs/view/$jobId", () => import("./view/view-screen.tsx").then((m) => m.ViewScreen)),
  ),
  createRoute(ofJob("", () => import("./hub/hub-screen.tsx").then((m) => m.HubScreen))),
  createRoute(ofJob("/when", () => import("./details/when-screen.tsx").then((m) => m.WhenScreen))),
  createRoute(
    ofJob("/where", () => import("./details/where-screen.tsx").then((m) => m.WhereScreen)),
  ),
  createRoute(ofJob("/what", () => import("./details/what-screen.tsx").then((m) => m.WhatScreen))),
  createRoute(
    ofJob("/notifications", () =>
      import("./details/notifications-screen.tsx").then((m) => m.NotificationsScreen),
    ),
  ),
  // The property's notes are its notifications.
  createRoute(
    ofJob("/property/notes", () =>
      import("./details/notifications-screen.tsx").then((m) => m.NotificationsScreen),
    ),
  ),
  createRoute(
    ofJob("/tenants", () => import("./contacts/contacts-screen.tsx").then((m) => m.ContactsScreen)),
  ),
  createRoute(
    ofJob("/tenants/add", () =>
      import("./contacts/add-contact-screen.tsx").then((m) => m.AddContactScreen),
    ),
  ),
  createRoute(
    ofJob("/tenants/edit/$propertyTenantId", () =>
      import("./contacts/edit-contact-screen.tsx").then((m) => m.EditContactScreen),
    ),
  ),
  createRoute(
    ofJob("/property/appliances", () =>
      import("./appliances/appliances-screen.tsx").then((m) => m.AppliancesScreen),
    ),
  ),
  createRoute(
    ofJob("/property/appliances/add", () =>
      import("./appliances/add-appliance-screen.tsx").then((m) => m.AddApplianceScreen),
    ),
  ),
  createRoute(
    ofJob("/property/appliances/edit/$propertyAssetId", () =>
      import("./appliances/edit-appliance-screen.tsx").then((m) => m.EditApplianceScreen),
    ),
  ),
  createRoute(
    ofJob("/history", () => import("./history/history-screen.tsx").then((m) => m.HistoryScreen)),
  ),
  createRoute(
    ofJob("/history/extended", () =>
      import("./history/documents-screen.tsx").then((m) => m.DocumentsScreen),
    ),
  ),
  createRoute(
    ofJob("/history/extended/$completedJobId", () =>
      import("./history/documents-screen.tsx").then((m) => m.DocumentsScreen),
    ),
  ),
  createRoute(ofJob("/hold", () => import("./hold/hold-screen.tsx").then((m) => m.HoldScreen))),
  createRoute(
    ofJob("/noaccess", () =>
      import("./no-access/no-access-screen.tsx").then((m) => m.NoAccessScreen),
    ),
  ),
  createRoute(ofJob("/sors", () => import("./sors/sors-screen.tsx").then((m) => m.SorsScreen))),
  createRoute(
    ofJob("/sors/add", () => import("./sors/add-sor-screen.tsx").then((m) => m.AddSorScreen)),
  ),
  createRoute(
    ofJob("/sors/$sorCodeId", () =>
      import("./sors/update-sor-screen.tsx").then((m) => m.UpdateSorScreen),
    ),
  ),
  createRoute(ofJob("/forms", () => import("./forms/forms-screen.tsx").then((m) => m.FormsScreen))),
  createRoute(ofJob("/form/$formId", loadFormScreen, { startsWithPreviousJob: true })),
  createRoute(ofJob("/forms/$formId", loadFormScreen, { startsWithPreviousJob: true })),
  createRoute(
    ofJob("/forms/$formId/paper", () =>
      import("./documents/document-screen.tsx").then((m) => m.DocumentScreen),
    ),
  ),
  createRoute(
    ofJob("/engineer/notes", () => import("./notes/notes-screen.tsx").then((m) => m.NotesScreen)),
  ),
  createRoute(
    ofJob("/engineer/notes/add", () =>
      import("./notes/add-note-screen.tsx").then((m) => m.AddNoteScreen),
    ),
  ),
  createRoute(
    ofJob("/engineer/notes/edit/$engineeringNoteId", () =>
      import("./notes/update-note-screen.tsx").then((m) => m.UpdateNoteScreen),
    ),
  ),
  createRoute(ofJob("/parts", () => import("./parts/parts-screen.tsx").then((m) => m.PartsScreen))),
  createRoute(
    ofJob("/parts/add", () => import("./parts/add-part-screen.tsx").then((m) => m.AddPartScreen)),
  ),
  createRoute(
    ofJob("/parts/$jobPartId", () =>
      import("./parts/update-part-screen.tsx").then((m) => m.UpdatePartScreen),
    ),
  ),
  createRoute(
    ofJob("/outcome", () => import("./outcome/outcome-screen.tsx").then((m) => m.OutcomeScreen)),
  ),
  createRoute(
    ofJob("/outcome/survey", () => import("./close/close-screen.tsx").then((m) => m.CloseScreen)),
  ),
];

/** The route of a screen that shows the selected job. */
function ofJob<const Path extends string>(
  path: Path,
  load: () => Promise<ComponentType<JobScreen>>,
  options?: { readonly startsWithPreviousJob: boolean },
) {
  return screen(`/jobs/selected${path}`, async () => {
    const [{ withSelectedJob }, loaded] = await Promise.all([import("./selected-job.tsx"), load()]);
    return withSelectedJob(loaded, options);
  });
}

function loadFormScreen() {
  return import("./forms/form-screen.tsx").then((m) => m.FormScreen);
}
