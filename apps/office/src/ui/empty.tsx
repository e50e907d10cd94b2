import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./empty.module.css";

/** Says that there is nothing, and what to do next. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <Text fw={600}>{title}</Text>
      {children !== undefined && <Text c="dimmed">{children}</Text>}
    </div>
  );
}
