import {
  type CauseAnswer,
  causeFaults,
  causeLevels,
  chooseCause,
  describeCause,
  mostCauseText,
} from "@fieldfare/domain";
import { Stack } from "../../../ui/card.tsx";
import { TextArea } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import type { Kept } from "../../../device/drafts.ts";
import { Selector } from "../selector.tsx";
import { type Closing, formStep } from "./step.tsx";
import { words } from "./words.ts";

interface Answers {
  readonly causes: readonly CauseAnswer[];
}

export const rootCauseStep = formStep<"rootCause">({
  title: () => words().rootCause.title,
  parse: (kept) => ({ causes: kept.list("causes").flatMap(parseCause) }),
  check: ({ causes }, closing) => {
    const spoken = words().rootCause;
    const levels = causeLevels(closing.causes, causes);
    const faults = causeFaults(levels);
    const errors: Record<string, string> = {};
    for (const [level, { above }] of levels.entries()) {
      const fault = faults[level];
      if (fault?.cause)
        errors[causeName(level)] = spoken.missing(above?.description ?? spoken.first);
      if (fault?.additionalText) errors[textName(level)] = spoken.textMissing;
    }
    return errors;
  },
  Fields: CauseFields,
});

/** One question for each level, as deep as the list goes at what is chosen. */
function CauseFields({ form, closing }: { form: FormOf<Answers>; closing: Closing }) {
  const spoken = words().rootCause;
  const errors: Readonly<Record<string, string | undefined>> = form.errors;
  const { causes } = form.values;
  const set = (next: Answers["causes"]) => form.set("causes", next);
  return causeLevels(closing.causes, causes).map((level, index) => (
    <Stack key={index}>
      <Selector
        name={causeName(index)}
        label={level.above?.description ?? spoken.first}
        none={spoken.none}
        error={errors[causeName(index)]}
        value={level.chosen?.rootCauseId ?? null}
        choices={level.choices.map(({ rootCauseId, description }) => ({
          value: rootCauseId,
          text: description,
        }))}
        onChange={(chosen) => set(chooseCause(causes, index, chosen))}
      />
      {level.chosen?.requiresAdditionalText && (
        <TextArea
          name={textName(index)}
          label={spoken.text}
          isShort
          maxLength={mostCauseText}
          error={errors[textName(index)]}
          value={level.additionalText}
          onChange={(typed) => set(describeCause(causes, index, typed))}
        />
      )}
    </Stack>
  ));
}

const causeName = (level: number) => `cause${level}`;
const textName = (level: number) => `text${level}`;

function parseCause(kept: Kept): CauseAnswer[] {
  const rootCauseId = kept.number("rootCauseId");
  return rootCauseId === null ? [] : [{ rootCauseId, additionalText: kept.text("additionalText") }];
}
