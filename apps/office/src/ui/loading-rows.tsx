import { Skeleton } from "@mantine/core";

interface LoadingRowsProps {
  /** What is being loaded, for screen readers. */
  readonly label: string;
  readonly count: number;
  /** The height of a row, px. */
  readonly height: number;
}

/** Stands for the rows of a list until they are there. */
export function LoadingRows({ label, count, height }: LoadingRowsProps) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} h={height} mb={4} />
      ))}
    </div>
  );
}
