import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

interface DebouncedFieldProps extends Omit<TextInputProps, "value" | "onChange" | "defaultValue"> {
  /** The text in the address. */
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter that counts when the user pauses. A text that comes from the address, such as with "Back", replaces what is typed. */
export function DebouncedField({ value, onChange, ...input }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  const router = useRouter();
  const send = useDebouncedCallback((text: string, path: string) => {
    // The next page may still be loading: who has left this one is not brought back to it.
    if (router.latestLocation.pathname !== path) return;
    sent.current = text.trim();
    onChange(text.trim() || undefined);
  }, 300);
  return (
    <TextInput
      {...input}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        send(currentTarget.value, router.latestLocation.pathname);
      }}
    />
  );
}
