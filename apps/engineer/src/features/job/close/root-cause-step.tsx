import {
  type CauseAnswer,
  validateCauses,
  causeLevels,
  chooseCause,
  describeCause,
  maxCauseText,
} from "@fieldfare/domain";
import { Stack } from "../../../ui/card.tsx";
import { TextArea } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { Selector } from "../selector.tsx";
import { type Closing, formStep } from "./step.tsx";
import { strings } from "./strings.ts";

interface Answers {
  readonly causes: readonly CauseAnswer[];
}

export const rootCauseStep = formStep<"rootCause">({
  title: () => strings().rootCause.title,
  check: ({ causes }, closing) => {
    const text = strings().rootCause;
    const levels = causeLevels(closing.causes, causes);
    const issues = validateCauses(levels);
    const errors: Record<string, string> = {};
    for (const [level, { above }] of levels.entries()) {
      const issue = issues[level];
      if (issue?.cause) errors[causeName(level)] = text.missing(above?.description ?? text.first);
      if (issue?.additionalText) errors[textName(level)] = text.textMissing;
    }
    return errors;
  },
  Fields: CauseFields,
});

/** Asks one question per level of the cause tree, down to the last level below the chosen cause. */
function CauseFields({ form, closing }: { form: FormState<Answers>; closing: Closing }) {
  const text = strings().rootCause;
  const errors: Readonly<Record<string, string | undefined>> = form.errors;
  const { causes } = form.values;
  const set = (next: Answers["causes"]) => form.set("causes", next);
  return causeLevels(closing.causes, causes).map((level, index) => (
    <Stack key={index}>
      <Selector
        name={causeName(index)}
        label={level.above?.description ?? text.first}
        none={text.none}
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
          label={text.text}
          isShort
          maxLength={maxCauseText}
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
