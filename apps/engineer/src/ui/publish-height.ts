/** Publishes the height of the element as a CSS variable of the page until the returned function is called. */
export function publishHeight(element: HTMLElement | null, variable: string) {
  if (!element) return undefined;
  const root = document.documentElement.style;
  const observer = new ResizeObserver(() =>
    root.setProperty(variable, `${element.offsetHeight}px`),
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    root.removeProperty(variable);
  };
}
