import { useEffect, useId, useRef, useState } from "react";
import Pad, { type PointGroup } from "signature_pad";
import { Button } from "./button.tsx";
import { type FieldProps, FieldError, TextField } from "./field.tsx";
import styles from "./signature-pad.module.css";
import { strings as signatureStrings } from "./signature-strings.ts";
import { strings } from "./strings.ts";
import { markPadShown } from "./toast.tsx";

const maxBytes = 100_000;

/** Takes a drawn signature, or a typed name from people who cannot draw. Strokes survive a rotation of the phone. */
export function SignatureCanvas(props: FieldProps<string | null>) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad | null>(null);
  const change = useRef(props.onChange);
  change.current = props.onChange;
  const initial = useRef(props.value);
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState("");
  const text = signatureStrings();

  useEffect(markPadShown, []);

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
    // A signature from an earlier visit to this screen is shown until it is cleared or drawn again.
    drawn.addEventListener("beginStroke", () => {
      if (initial.current) drawn.clear();
      initial.current = null;
    });
    const report = () =>
      change.current(drawn.isEmpty() ? null : renderStrokes(drawn.toData(), element));
    drawn.addEventListener("endStroke", report);
    let width = 0;
    const resize = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      const strokes = drawn.toData();
      width = element.clientWidth;
      fitToScreen(element);
      drawn.clear();
      if (strokes.length > 0) drawn.fromData(strokes);
      else if (initial.current) showImage(drawn, initial.current);
    });
    resize.observe(element);
    return () => {
      resize.disconnect();
      drawn.off();
      pad.current = null;
    };
  }, [typing]);

  // The parent can clear the value, as when another person is named, or give one, as a stored signature in a page that was
  // drawn ahead: the drawing follows. Strokes are not replaced: the value that arrives may be older than the last of them.
  const { value } = props;
  useEffect(() => {
    const drawn = pad.current;
    const element = canvas.current;
    if (!value) {
      setTyped("");
      initial.current = null;
      drawn?.clear();
    } else if (drawn && element && value !== initial.current && drawn.toData().length === 0) {
      initial.current = value;
      // Without a width it is not shown yet, and is drawn once it is.
      if (element.clientWidth === 0) return;
      drawn.clear();
      showImage(drawn, value);
    }
  }, [value]);

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
          label={text.typed}
          value={typed}
          autoComplete="name"
          autoFocus
          maxLength={60}
          onChange={(name) => {
            setTyped(name);
            change.current(name.trim() ? renderName(name.trim()) : null);
          }}
        />
      ) : (
        <div className={styles.pad} data-invalid={props.error ? true : undefined}>
          <canvas
            ref={canvas}
            role="img"
            aria-label={`${props.label}: ${props.value ? text.signed : text.empty}`}
          />
          <span className={styles.line} aria-hidden="true" />
        </div>
      )}
      <FieldError id={id} error={props.error} />
      <div className={styles.row}>
        <Button icon="trash" onClick={clear} disabled={!props.value}>
          {strings().clear}
        </Button>
        {!typing && (
          <Button
            kind="plain"
            onClick={() => {
              clear();
              setTyping(true);
            }}
          >
            {text.typeInstead}
          </Button>
        )}
      </div>
    </div>
  );
}

function showImage(pad: Pad, url: string): void {
  void pad.fromDataURL(url).catch(() => undefined);
}

function fitToScreen(canvas: HTMLCanvasElement): void {
  const ratio = Math.max(devicePixelRatio || 1, 1);
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  canvas.getContext("2d")?.scale(ratio, ratio);
}

/** Draws the strokes again at scale 1.5, and smaller until the PNG fits the limit. */
function renderStrokes(strokes: PointGroup[], shown: HTMLCanvasElement): string {
  let url = "";
  for (const scale of [1.5, 1, 0.6, 0.3]) {
    const output = document.createElement("canvas");
    output.width = Math.round(shown.clientWidth * scale);
    output.height = Math.round(shown.clientHeight * scale);
    output.getContext("2d")?.scale(scale, scale);
    const copy = new Pad(output, {
      penColor: "#10233a",
      backgroundColor: "#ffffff",
      minWidth: 1,
      maxWidth: 3,
    });
    copy.fromData(strokes);
    copy.off();
    url = output.toDataURL("image/png");
    if (url.length <= maxBytes) break;
  }
  return url;
}

function renderName(name: string): string {
  const output = document.createElement("canvas");
  output.width = 520;
  output.height = 180;
  const context = output.getContext("2d");
  if (!context) return "";
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, output.width, output.height);
  context.fillStyle = "#10233a";
  context.font = "italic 44px Georgia, 'Times New Roman', serif";
  context.textBaseline = "middle";
  context.fillText(name, 16, 90, output.width - 32);
  return output.toDataURL("image/png");
}
