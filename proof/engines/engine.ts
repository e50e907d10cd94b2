/** A browser of one engine with a profile that survives its process. Points are in CSS pixels of the page's window. */
export interface Engine {
  readonly name: EngineName;
  /** As the browser names itself in its user agent. */
  readonly version: () => Promise<string>;
  open(url: string): Promise<void>;
  /** Opens another tab, with the same profile. What is done with the engine is still done in the first one. */
  openTab(url: string): Promise<Tab>;
  /** Runs a function in the page and returns what it resolves to. The arguments and the answer are JSON. */
  run<Args extends readonly unknown[], Answer>(
    script: (...args: Args) => Answer,
    ...args: Args
  ): Promise<Awaited<Answer>>;
  /** Runs the text of a library in the page, whatever the page's policy for scripts is. */
  load(library: string): Promise<void>;
  /** Presses the mouse at the first point, moves it along the others and releases it. */
  drag(points: readonly Point[]): Promise<void>;
  /** Types into the field that has the focus. */
  type(text: string): Promise<void>;
  /** Chooses files in the first file field of the page. */
  chooseFiles(paths: readonly string[]): Promise<void>;
  /** A PNG of the page's window. */
  capture(): Promise<Buffer>;
  /** Ends all processes of the browser with SIGKILL, so that they write nothing more. */
  kill(): Promise<void>;
  /** Starts the browser with the existing profile. */
  start(): Promise<void>;
  /** Ends the browser and deletes its profile. */
  remove(): Promise<void>;
}

/** A tab next to the first one. */
interface Tab {
  readonly run: Engine["run"];
  close(): Promise<void>;
}

export type EngineName = "Firefox" | "WebKit";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In CSS pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** The window of a phone. */
export const windowSize = { width: 390, height: 844 } as const satisfies WindowSize;

/** The window of the office. */
export const deskSize = { width: 1280, height: 800 } as const satisfies WindowSize;

/** The input actions of the WebDriver standard, which is the same in its two forms. */
export const actions = {
  drag: (points: readonly Point[]) => {
    const [first, ...others] = points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    return [
      {
        type: "pointer",
        id: "mouse",
        parameters: { pointerType: "mouse" },
        actions: [
          { type: "pointerMove", origin: "viewport", duration: 0, ...first },
          { type: "pointerDown", button: 0 },
          ...others.map((point) => ({
            type: "pointerMove",
            origin: "viewport",
            duration: 0,
            ...point,
          })),
          { type: "pointerUp", button: 0 },
        ],
      },
    ];
  },
  type: (text: string) => [
    {
      type: "key",
      id: "keyboard",
      actions: Array.from(text).flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    },
  ],
};
