import type { JobCustomForm } from "@fieldfare/contract";
import { findFormDocument } from "@fieldfare/documents";
import { ButtonLink } from "../../../ui/button.tsx";
import { strings } from "./strings.ts";

/** A link to the document of a completed form. Draws nothing when the form has no document. */
export function DocumentLink({ entry }: { entry: JobCustomForm }) {
  const formDocument = findFormDocument(entry);
  if (!formDocument) return null;
  return (
    <ButtonLink
      to={{ to: "/jobs/selected/forms/$formId/paper", params: { formId: entry.customFormId } }}
      icon="file"
      wide
    >
      {strings().show[formDocument.kind]}
    </ButtonLink>
  );
}
