import { dataSets } from "./data-sets/data-sets.ts";
import { z } from "./schema.ts";

/** The address of the page that draws a form as a phone does. It has no session, stores nothing and sends nothing. */
export const formPreviewPath = "/form-preview/form-preview.html";

/** What the form of a preview is filled in with: a made-up home with gas appliances, or one of which nothing is known. */
export const previewSources = ["gas-home", "empty-home"] as const;
export type PreviewSource = (typeof previewSources)[number];

/** What the office posts to the page. The page ignores anything else. */
export const formPreviewRequest = z.object({
  kind: z.literal("show-form"),
  bundle: z.object({
    definition: dataSets.CustomForm.row,
    subForms: z.array(dataSets.CustomForm.row),
  }),
  /** The lists that the choices of a form come from. */
  lists: z.array(dataSets.DomainData.row),
  source: z.enum(previewSources),
  theme: z.enum(["light", "night"]),
});
export type FormPreviewRequest = z.output<typeof formPreviewRequest>;

/** What the page posts to the office: it is ready for a form. */
export const formPreviewReady = z.object({ kind: z.literal("ready") });
