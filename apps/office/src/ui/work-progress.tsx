import { Progress, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Section } from "./page.tsx";

interface WorkProgressProps {
  /** What the server does. */
  readonly title: string;
  readonly done: number;
  /** 0: it is not known yet. */
  readonly total: number;
  /** How far it is, in words. */
  readonly progress: string;
  /** What the user may do meanwhile. */
  readonly advice: string;
  readonly children?: ReactNode;
}

/** Shows how far the server is with something that takes long. */
export function WorkProgress({
  title,
  done,
  total,
  progress,
  advice,
  children,
}: WorkProgressProps) {
  return (
    <Section id="working" title={title}>
      <Progress
        mb="sm"
        aria-label={title}
        value={total > 0 ? Math.min((done / total) * 100, 100) : 0}
        animated
      />
      <Text>{progress}</Text>
      <Text c="dimmed" mb="sm">
        {advice}
      </Text>
      {children}
    </Section>
  );
}
