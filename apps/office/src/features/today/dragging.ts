import type { DragEvent } from "react";

interface Dragged {
  readonly jobId: string;
  /** Where the bar was taken, in pixels from its beginning. */
  readonly offset: number;
}

const type = "application/x-fieldfare-job";

/** The browser tells only at the drop what is dragged; within the page it is known before. */
let dragged: Dragged | null = null;

/** A bar keeps its distance from the pointer; a card has its time where the pointer is. */
export function beginDrag(
  event: DragEvent<HTMLElement>,
  jobId: string,
  kind: "bar" | "card",
): void {
  const { left } = event.currentTarget.getBoundingClientRect();
  dragged = { jobId, offset: kind === "bar" ? event.clientX - left : 0 };
  event.dataTransfer.setData(type, jobId);
  event.dataTransfer.effectAllowed = "move";
}

/** The job of this page that is dragged; null: it is something else. */
export function readDragged({ dataTransfer }: DragEvent): Dragged | null {
  return dataTransfer.types.includes(type) ? dragged : null;
}
