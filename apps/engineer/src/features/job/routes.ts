import type { ComponentType } from "react";
import type { ScreenRoute } from "../../ui/route.ts";
import type { JobScreen } from "./selected-job.tsx";

export const routes: readonly ScreenRoute[] = [
  ofJob("", () => import("./hub/hub-screen.tsx").then((m) => m.HubScreen)),
  ofJob("/when", () => import("./details/when-screen.tsx").then((m) => m.WhenScreen)),
  ofJob("/where", () => import("./details/where-screen.tsx").then((m) => m.WhereScreen)),
  ofJob("/what", () => import("./details/what-screen.tsx").then((m) => m.WhatScreen)),
  ofJob("/notifications", () =>
    import("./details/notifications-screen.tsx").then((m) => m.NotificationsScreen),
  ),
  // The property's notes are its notifications.
  ofJob("/property/notes", () =>
    import("./details/notifications-screen.tsx").then((m) => m.NotificationsScreen),
  ),
  ofJob("/tenants", () => import("./contacts/contacts-screen.tsx").then((m) => m.ContactsScreen)),
  ofJob("/tenants/add", () =>
    import("./contacts/add-contact-screen.tsx").then((m) => m.AddContactScreen),
  ),
  ofJob("/tenants/edit/$propertyTenantId", () =>
    import("./contacts/edit-contact-screen.tsx").then((m) => m.EditContactScreen),
  ),
  ofJob("/property/appliances", () =>
    import("./appliances/appliances-screen.tsx").then((m) => m.AppliancesScreen),
  ),
  ofJob("/property/appliances/add", () =>
    import("./appliances/add-appliance-screen.tsx").then((m) => m.AddApplianceScreen),
  ),
  ofJob("/property/appliances/edit/$propertyAssetId", () =>
    import("./appliances/edit-appliance-screen.tsx").then((m) => m.EditApplianceScreen),
  ),
  ofJob("/history", () => import("./history/history-screen.tsx").then((m) => m.HistoryScreen)),
  ofJob("/history/extended", () =>
    import("./history/documents-screen.tsx").then((m) => m.DocumentsScreen),
  ),
  ofJob("/history/extended/$completedJobId", () =>
    import("./history/documents-screen.tsx").then((m) => m.DocumentsScreen),
  ),
  ofJob("/hold", () => import("./hold/hold-screen.tsx").then((m) => m.HoldScreen)),
  ofJob("/noaccess", () =>
    import("./no-access/no-access-screen.tsx").then((m) => m.NoAccessScreen),
  ),
  ofJob("/sors", () => import("./sors/sors-screen.tsx").then((m) => m.SorsScreen)),
  ofJob("/sors/add", () => import("./sors/add-sor-screen.tsx").then((m) => m.AddSorScreen)),
  ofJob("/sors/$sorCodeId", () =>
    import("./sors/update-sor-screen.tsx").then((m) => m.UpdateSorScreen),
  ),
  ofJob("/forms", () => import("./forms/forms-screen.tsx").then((m) => m.FormsScreen)),
  ofJob("/form/$formId", () => import("./forms/form-screen.tsx").then((m) => m.FormScreen)),
  ofJob("/forms/$formId", () => import("./forms/form-screen.tsx").then((m) => m.FormScreen)),
  ofJob("/forms/$formId/paper", () =>
    import("./documents/document-screen.tsx").then((m) => m.DocumentScreen),
  ),
  ofJob("/engineer/notes", () => import("./notes/notes-screen.tsx").then((m) => m.NotesScreen)),
  ofJob("/engineer/notes/add", () =>
    import("./notes/add-note-screen.tsx").then((m) => m.AddNoteScreen),
  ),
  ofJob("/engineer/notes/edit/$engineeringNoteId", () =>
    import("./notes/update-note-screen.tsx").then((m) => m.UpdateNoteScreen),
  ),
  ofJob("/parts", () => import("./parts/parts-screen.tsx").then((m) => m.PartsScreen)),
  ofJob("/parts/add", () => import("./parts/add-part-screen.tsx").then((m) => m.AddPartScreen)),
  ofJob("/parts/$jobPartId", () =>
    import("./parts/update-part-screen.tsx").then((m) => m.UpdatePartScreen),
  ),
  ofJob("/outcome", () => import("./outcome/outcome-screen.tsx").then((m) => m.OutcomeScreen)),
  ofJob("/outcome/survey", () => import("./close/close-screen.tsx").then((m) => m.CloseScreen)),
];

function ofJob(path: string, load: () => Promise<ComponentType<JobScreen>>): ScreenRoute {
  return {
    path: `/jobs/selected${path}`,
    screen: async () => {
      const [{ withSelectedJob }, screen] = await Promise.all([
        import("./selected-job.tsx"),
        load(),
      ]);
      return withSelectedJob(screen);
    },
  };
}
