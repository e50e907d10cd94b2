import { Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { announce } from "./live-region.tsx";
import styles from "./one-time-secret.module.css";

interface OneTimeSecretProps {
  /** What it is, such as "Password". */
  readonly label: string;
  readonly secret: string;
}

/** Shows what nobody can read again, and copies it. */
export function OneTimeSecret({ label, secret }: OneTimeSecretProps) {
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap" align="center">
        <code className={styles.secret}>{secret}</code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              aria-label={`Copy ${label.toLowerCase()}`}
              onClick={() => {
                copy();
                announce(`${label} copied`);
              }}
            >
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
