import {
  createTheme,
  Input,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
} from "@mantine/core";

const slate: MantineColorsTuple = [
  "#eef3f8",
  "#e2eaf1",
  "#c3d3e2",
  "#a4c6e8",
  "#8fb4d9",
  "#5a7ea2",
  "#45698c",
  "#375672",
  "#2f4a63",
  "#22374b",
];

/** The greys of the dark theme, from the text to the ground. */
const dark: MantineColorsTuple = [
  "#e9eef3",
  "#ccd5dd",
  "#aebac6",
  "#8495a6",
  "#42505e",
  "#35424f",
  "#212c37",
  "#18212a",
  "#0f151b",
  "#0a0f14",
];

const readableDisabled = {
  opacity: 1,
  color: "var(--mantine-color-dimmed)",
  backgroundColor: "var(--surface-sunk)",
};

export const theme = createTheme({
  primaryColor: "slate",
  primaryShade: { light: 8, dark: 6 },
  colors: { slate, dark },
  fontFamily: 'system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // The lock of the page's scrolling adds styles that the content policy refuses.
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        transitionProps: { duration: 100 },
        closeButtonProps: { "aria-label": "Close" },
        // Only the header of the page is a landmark.
        attributes: { header: { role: "presentation" } },
      },
    }),
    // A value that cannot be changed is still read: faded, its contrast is too low.
    Input: Input.extend({
      styles: (_theme, { disabled }) => (disabled ? { input: readableDisabled } : {}),
    }),
    Menu: Menu.extend({
      defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { "aria-label": "Close" } },
      styles: { description: { color: "var(--ink-soft)" } },
    }),
  },
});

/** The default greys have too little contrast for text. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#ffffff",
    "--mantine-color-text": "#17212b",
    "--mantine-color-dimmed": "#465463",
    "--mantine-color-placeholder": "#5b6875",
    "--mantine-color-error": "#a1201a",
    "--mantine-color-anchor": "#27507a",
    "--mantine-color-default-border": "#8a97a4",
    "--ground": "#f1f4f6",
    "--surface": "#ffffff",
    "--surface-sunk": "#e8edf1",
    "--line": "#c8d1d9",
    "--header": "#2a4259",
    "--on-header": "#ffffff",
    "--good": "#17663a",
    "--good-soft": "#e2f3e8",
    "--warn": "#7a4a00",
    "--warn-soft": "#fff0cf",
    "--danger": "#a1201a",
    "--danger-soft": "#fdeae8",
    "--current": "#6b4400",
    "--current-soft": "#fdf2de",
    "--focus": "#0b63c4",
  },
  dark: {
    "--mantine-color-body": "#18212a",
    "--mantine-color-text": "#e9eef3",
    "--mantine-color-dimmed": "#aebac6",
    "--mantine-color-placeholder": "#8f9dab",
    "--mantine-color-error": "#ff9d94",
    "--mantine-color-anchor": "#a4c6e8",
    "--mantine-color-default-border": "#5d6d7d",
    "--ground": "#0f151b",
    "--surface": "#18212a",
    "--surface-sunk": "#212c37",
    "--line": "#35424f",
    "--header": "#1b2936",
    "--on-header": "#eef3f7",
    "--good": "#8fdcae",
    "--good-soft": "#12301f",
    "--warn": "#f3c877",
    "--warn-soft": "#382a0d",
    "--danger": "#ff9d94",
    "--danger-soft": "#3d1715",
    "--current": "#f0b14a",
    "--current-soft": "#37290f",
    "--focus": "#7cbcff",
  },
});
