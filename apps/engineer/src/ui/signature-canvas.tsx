import { useEffect, useId, useRef, useState } from "react";
import Pad, { type PointGroup } from "signature_pad";
import { Button } from "./button.tsx";
import { type FieldProps, FieldError, TextField } from "./field.tsx";
import styles from "./signature-pad.module.css";
import { words } from "./words.ts";

const largestBytes = 100_000;

/** Drawn by hand, or for those who cannot draw, a typed name. Strokes survive a turn of the phone. */
export function SignatureCanvas(props: FieldProps<string | null>) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad | null>(null);
  const change = useRef(props.onChange);
  change.current = props.onChange;
  const initial = useRef(props.value);
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState("");
  const spoken = words().signature;

  useEffect(() => {
    const element = canvas.current;
    if (!element || typing) return undefined;
    const drawn = new Pad(element, {
      penColor: "#10233a",
      backgroundColor: "#ffffff",
      minWidth: 1,
      maxWidth: 3,
    });
    pad.current = drawn;
    // Drawn earlier, come back to: shown as it was until it is cleared or signed anew.
    drawn.addEventListener("beginStroke", () => {
      if (initial.current) drawn.clear();
      initial.current = null;
    });
    const report = () =>
      change.current(drawn.isEmpty() ? null : pictureOf(drawn.toData(), element));
    drawn.addEventListener("endStroke", report);
    let width = 0;
    const resize = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      const strokes = drawn.toData();
      width = element.clientWidth;
      fit(element);
      drawn.clear();
      if (strokes.length > 0) drawn.fromData(strokes);
      else if (initial.current) void drawn.fromDataURL(initial.current).catch(() => undefined);
    });
    resize.observe(element);
    return () => {
      resize.disconnect();
      drawn.off();
      pad.current = null;
    };
  }, [typing]);

  // Taken back from outside, as when somebody else is named: nothing of it stays on the screen.
  const isGiven = Boolean(props.value);
  useEffect(() => {
    if (isGiven) return;
    initial.current = null;
    pad.current?.clear();
  }, [isGiven]);

  const clear = () => {
    pad.current?.clear();
    initial.current = null;
    setTyped("");
    change.current(null);
  };

  return (
    <div
      className={styles.frame}
      role="group"
      tabIndex={-1}
      data-field={props.name}
      aria-labelledby={`${id}-label`}
      aria-describedby={props.error ? `${id}-error` : undefined}
    >
      <span className={styles.label} id={`${id}-label`}>
        {props.label}
      </span>
      {typing ? (
        <TextField
          name={props.name}
          label={spoken.typed}
          value={typed}
          autoComplete="name"
          autoFocus
          maxLength={60}
          onChange={(name) => {
            setTyped(name);
            change.current(name.trim() ? pictureOfName(name.trim()) : null);
          }}
        />
      ) : (
        <div className={styles.pad} data-invalid={props.error ? true : undefined}>
          <canvas
            ref={canvas}
            role="img"
            aria-label={`${props.label}: ${props.value ? spoken.signed : spoken.empty}`}
          />
          <span className={styles.line} aria-hidden="true" />
        </div>
      )}
      <FieldError id={id} error={props.error} />
      <div className={styles.row}>
        <Button icon="trash" onClick={clear} disabled={!props.value}>
          {words().clear}
        </Button>
        {!typing && (
          <Button
            kind="plain"
            onClick={() => {
              clear();
              setTyping(true);
            }}
          >
            {spoken.typeInstead}
          </Button>
        )}
      </div>
    </div>
  );
}

function fit(canvas: HTMLCanvasElement): void {
  const ratio = Math.max(devicePixelRatio || 1, 1);
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  canvas.getContext("2d")?.scale(ratio, ratio);
}

/** The strokes drawn anew at 1.5, and smaller until they fit the limit. */
function pictureOf(strokes: PointGroup[], shown: HTMLCanvasElement): string {
  let url = "";
  for (const scale of [1.5, 1, 0.6, 0.3]) {
    const sheet = document.createElement("canvas");
    sheet.width = Math.round(shown.clientWidth * scale);
    sheet.height = Math.round(shown.clientHeight * scale);
    sheet.getContext("2d")?.scale(scale, scale);
    const copy = new Pad(sheet, {
      penColor: "#10233a",
      backgroundColor: "#ffffff",
      minWidth: 1,
      maxWidth: 3,
    });
    copy.fromData(strokes);
    copy.off();
    url = sheet.toDataURL("image/png");
    if (url.length <= largestBytes) break;
  }
  return url;
}

function pictureOfName(name: string): string {
  const sheet = document.createElement("canvas");
  sheet.width = 520;
  sheet.height = 180;
  const ink = sheet.getContext("2d");
  if (!ink) return "";
  ink.fillStyle = "#ffffff";
  ink.fillRect(0, 0, sheet.width, sheet.height);
  ink.fillStyle = "#10233a";
  ink.font = "italic 44px Georgia, 'Times New Roman', serif";
  ink.textBaseline = "middle";
  ink.fillText(name, 16, 90, sheet.width - 32);
  return sheet.toDataURL("image/png");
}
