import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";

/** Called by what is still being read. The returned function is called when it has been, or is no longer shown. */
type Wait = () => () => void;

const Waiting = createContext<Wait | null>(null);

/**
 * Draws its children together, once each of them that calls `useReadTogether` has read its rows: one that came later would move
 * those below it just before a tap. What changes afterwards is drawn as it comes. `isRead`: whether the parent has read its rows.
 */
export function DrawnTogether({
  isRead = true,
  children,
}: {
  isRead?: boolean;
  children: ReactNode;
}) {
  const [isDrawn, setDrawn] = useState(false);
  const [releases, release] = useReducer((count: number) => count + 1, 0);
  const waiting = useRef(0);
  const wait = useCallback<Wait>(() => {
    waiting.current += 1;
    return () => {
      waiting.current -= 1;
      release();
    };
  }, []);
  // After the effects of the children, of which one may have begun to read.
  useLayoutEffect(() => {
    if (isRead && waiting.current === 0) setDrawn(true);
  }, [isRead, releases]);
  return (
    <Waiting value={wait}>
      <div style={{ display: isDrawn ? "contents" : "none" }}>{children}</div>
    </Waiting>
  );
}

/** Says whether this component has read its rows, for the `DrawnTogether` above it. */
export function useReadTogether(isRead: boolean): void {
  const wait = useContext(Waiting);
  useLayoutEffect(() => (isRead ? undefined : wait?.()), [isRead, wait]);
}
