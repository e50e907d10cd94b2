import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./more-pages.module.css";

interface MorePagesProps {
  /** The query of the pages. */
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  /** What the button says. */
  readonly label: string;
  /** How much is shown. */
  readonly children: ReactNode;
}

/** Says below a list how much of it is shown, and reads the next page. */
export function MorePages({ pages, label, children }: MorePagesProps) {
  return (
    <div className={styles.more}>
      <Text c="dimmed">{children}</Text>
      {pages.hasNextPage && (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
