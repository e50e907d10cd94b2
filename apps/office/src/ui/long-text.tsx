import { Textarea, type TextareaProps } from "@mantine/core";

interface LongTextProps extends Omit<TextareaProps, "maxLength" | "value"> {
  readonly value: string;
  /** The number of characters that may be sent. What is too long stays in the field, so that nothing is cut off. */
  readonly limit: number;
}

/** Returns true if the text is longer than may be sent. */
export const isTooLong = (text: string, limit: number) => text.trim().length > limit;

/** A field for more than a line. It counts the characters once most of the room is used. */
export function LongText({ value, limit, description, error, ...rest }: LongTextProps) {
  const count = value.trim().length;
  const counted =
    count > limit * 0.8 &&
    `${count.toLocaleString("en-GB")} of ${limit.toLocaleString("en-GB")} characters.`;
  const tooLong = `${(count - limit).toLocaleString("en-GB")} characters too many: shorten the text`;
  return (
    <Textarea
      autosize
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...rest}
      value={value}
      description={
        counted ? (
          <>
            {description} {counted}
          </>
        ) : (
          description
        )
      }
      error={count > limit ? tooLong : error}
    />
  );
}
