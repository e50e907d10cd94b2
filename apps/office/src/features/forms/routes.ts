import { z } from "@fieldfare/contract";
import { formStates, listForms, previewSources, publishForms } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

const version = z.string().check(z.regex(/^[1-9]\d{0,8}$/));

/** The filters of the list are in the address. */
export const parseFormsSearch = parseValues({
  search: z.string().check(z.maxLength(200)),
  state: z.enum(formStates),
});

export const routes = [
  createRoute({
    ...screen("/forms", listForms, () => import("./forms-screen.tsx").then((m) => m.FormsScreen)),
    validateSearch: parseFormsSearch,
  }),
  createRoute(
    screen("/forms/publish", publishForms, () =>
      import("./publish-screen.tsx").then((m) => m.PublishScreen),
    ),
  ),
  createRoute(
    screen("/forms/$customFormId", listForms, () =>
      import("./form-screen.tsx").then((m) => m.FormScreen),
    ),
  ),
  createRoute({
    ...screen("/forms/$customFormId/preview", listForms, () =>
      import("./preview-screen.tsx").then((m) => m.PreviewScreen),
    ),
    validateSearch: parseValues({
      /** Absent: the current one. */
      version,
      /** Absent: a home with gas appliances. */
      source: z.enum(previewSources),
    }),
  }),
];
