import { Button } from "@mantine/core";

interface StepButtonsProps {
  readonly labels: { readonly before: string; readonly now: string; readonly after: string };
  /** -1: what comes before, 1: what comes after, 0: the present one. */
  readonly onStep: (by: -1 | 0 | 1) => void;
}

/** Goes to the day or month before, the present one and the one after. */
export function StepButtons({ labels, onStep }: StepButtonsProps) {
  return (
    <Button.Group>
      <Button variant="default" aria-label={labels.before} onClick={() => onStep(-1)}>
        ‹
      </Button>
      <Button variant="default" onClick={() => onStep(0)}>
        {labels.now}
      </Button>
      <Button variant="default" aria-label={labels.after} onClick={() => onStep(1)}>
        ›
      </Button>
    </Button.Group>
  );
}
