/** Marks a header or a footer that scrolls with the page. */
const scrolls = "data-scrolls";

/**
 * Publishes the heights of a page's header and footer as CSS variables of the page until the returned function is called. With a
 * large font the header scrolls with the page if both together would leave less than half of the screen, and the footer if it
 * would do so alone. Scrolling measures nothing: only a changed height does.
 */
export function fitFrame(header: HTMLElement | null, footer: HTMLElement | null) {
  const root = document.documentElement;
  const publish = (
    part: HTMLElement | null,
    variable: string,
    height: number,
    isScrolled: boolean,
  ) => {
    if (!part) return;
    part.toggleAttribute(scrolls, isScrolled);
    // An element that is scrolled to is hidden only by what stays on the screen.
    root.style.setProperty(variable, isScrolled ? "0px" : `${height}px`);
  };
  const observer = new ResizeObserver(() => {
    // All is measured before anything changes, so that the browser computes no layout in between.
    const room = root.clientHeight / 2;
    const headerHeight = header?.offsetHeight ?? 0;
    const footerHeight = footer?.offsetHeight ?? 0;
    publish(header, "--header-height", headerHeight, headerHeight + footerHeight > room);
    publish(footer, "--footer-height", footerHeight, footerHeight > room);
  });
  for (const element of [header, footer, root]) if (element) observer.observe(element);
  return () => {
    observer.disconnect();
    root.style.removeProperty("--header-height");
    root.style.removeProperty("--footer-height");
  };
}
