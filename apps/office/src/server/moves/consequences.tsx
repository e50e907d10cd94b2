import { List } from "@mantine/core";

interface ConsequencesProps {
  readonly label: string;
  readonly texts: readonly string[];
}

/** What a move means; nothing if it means nothing in particular. */
export function Consequences({ label, texts }: ConsequencesProps) {
  if (texts.length === 0) return null;
  return (
    <List aria-label={label}>
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}
