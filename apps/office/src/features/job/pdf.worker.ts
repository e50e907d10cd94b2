// Reads documents beside the page, from the office's own origin.
import "pdfjs-dist/build/pdf.worker.min.mjs";
