/** A browser's bars that come and go are lower than a keyboard. */
const minHeight = 100;
/** A page that is zoomed in shows less as well. */
const maxScale = 1.05;

const variable = "--keyboard-height";

/**
 * Publishes how much of the page the keyboard on the screen covers, as a CSS variable. Safari lays the keyboard over the
 * page; a browser that makes the page smaller instead covers nothing. Called once, with the idle tasks.
 */
export function followKeyboard(): void {
  const { visualViewport: viewport } = window;
  if (!viewport) return;
  const root = document.documentElement;
  let shown = 0;
  const update = () => {
    const covered = root.clientHeight - viewport.height - viewport.offsetTop;
    const isKeyboard = viewport.scale <= maxScale && covered >= minHeight;
    const height = isKeyboard ? Math.round(covered) : 0;
    if (height === shown) return;
    const isOpening = shown === 0;
    shown = height;
    if (height === 0) root.style.removeProperty(variable);
    else root.style.setProperty(variable, `${height}px`);
    // The footer is now above the keyboard, where the browser has scrolled the field to.
    const { activeElement } = document;
    if (isOpening && activeElement !== document.body)
      activeElement?.scrollIntoView({ block: "nearest" });
  };
  viewport.addEventListener("resize", update);
  viewport.addEventListener("scroll", update);
  update();
}
