import type { JobCustomForm } from "@fieldfare/contract";
import { formPaperOf } from "@fieldfare/papers";
import { ButtonLink } from "../../../ui/button.tsx";
import { words } from "./words.ts";

/** Leads to the paper that a completed form makes; nothing where it makes none. */
export function PaperLink({ entry }: { entry: JobCustomForm }) {
  const paper = formPaperOf(entry);
  if (!paper) return null;
  return (
    <ButtonLink to={`/jobs/selected/forms/${entry.customFormId}/paper`} icon="file" wide>
      {words().show[paper.kind]}
    </ButtonLink>
  );
}
