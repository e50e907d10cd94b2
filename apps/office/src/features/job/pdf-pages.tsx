import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import styles from "./job-screen.module.css";

GlobalWorkerOptions.workerPort = new Worker(new URL("./pdf.worker.ts", import.meta.url), {
  type: "module",
});

/** How many pixels a point of the page has. */
const scale = 1.5;

interface PdfPagesProps {
  /** The id of the document or file, for the cache. */
  readonly fileId: string;
  /** Loads the bytes. */
  readonly load: () => Promise<Blob>;
  readonly name: string;
}

/** Draws the pages of a document. Its text is in the file that can be downloaded. */
export function PdfPages({ fileId, load, name }: PdfPagesProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["document", fileId],
    queryFn: async () => {
      const file = await load();
      return getDocument({ data: new Uint8Array(await file.arrayBuffer()) }).promise;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loader role="status" aria-label="The document is loading" />;
  return (
    <div className={styles.pages}>
      {Array.from({ length: data.numPages }, (_, index) => (
        <PdfPage key={index} pdf={data} number={index + 1} name={name} />
      ))}
    </div>
  );
}

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  readonly name: string;
}

function PdfPage({ pdf, number, name }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    let stop = () => {};
    const draw = async () => {
      const page = await pdf.getPage(number);
      const element = canvas.current;
      if (isGone || !element) return;
      const viewport = page.getViewport({ scale });
      element.width = viewport.width;
      element.height = viewport.height;
      const task = page.render({ canvas: element, viewport });
      stop = () => task.cancel();
      await task.promise;
      element.dataset.isDrawn = "true";
    };
    // A page that is closed while it is drawn is cancelled.
    void draw().catch(() => undefined);
    return () => {
      isGone = true;
      stop();
    };
  }, [pdf, number]);
  return (
    <canvas ref={canvas} role="img" aria-label={`${name}, page ${number} of ${pdf.numPages}`} />
  );
}
