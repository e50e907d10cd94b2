import { createHash } from "node:crypto";
import { londonTime } from "@fieldfare/domain";
import type { Verification } from "./verify.ts";

/** Returns the page that the code of a document opens. It needs no script, and so its policy allows none. */
export function verificationPage(number: string | null, verification: Verification | null): string {
  const { title, content } = verification
    ? buildAnswerPage(number ?? "", verification)
    : questionPage;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 40rem; margin: 0 auto; padding: 24px 16px; }
h1 { font-size: 1.5rem; line-height: 1.25; }
dt { font-size: 0.9rem; }
dd { margin: 0 0 12px; font-weight: 600; overflow-wrap: anywhere; }
span { display: inline-block; max-width: 100%; overflow-wrap: anywhere; }
label { display: block; margin: 16px 0 8px; font-weight: 600; }
input { box-sizing: border-box; width: 100%; min-height: 56px; padding: 12px; border: 2px solid; border-radius: 8px; font: inherit; }
input[type="file"] { border-style: dashed; }
button { width: 100%; min-height: 56px; margin-top: 16px; border: 0; border-radius: 8px; background: #2f4f6b; color: #fff; font: inherit; font-weight: 600; }
`;

/** Content security policy: nothing from other origins, no script, and forms only to this server. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

interface PageContent {
  readonly title: string;
  readonly content: string;
}

const questionPage: PageContent = {
  title: "Check a document",
  content: `<p>Every document has a number at its top and at the foot of each page.</p>
<form method="get" action="/verify">
<label for="number">Document number</label>
<input id="number" name="number" required maxlength="60" autocomplete="off" autocapitalize="characters" spellcheck="false">
<button>Check</button>
</form>`,
};

function buildAnswerPage(number: string, { status, document }: Verification): PageContent {
  if (!document)
    return {
      title: "We do not know this document",
      content: `<p>No document with the number <span>${escapeHtml(number)}</span> has reached us. That does not mean that it is false.</p>
<ul>
<li>Compare the number with the one on the document, letter by letter.</li>
<li>A document that was made at a visit may still be on the engineer's phone, which sends it when it has a signal. Try again tomorrow.</li>
<li>Ask the business that is named on the document.</li>
</ul>
<p><a href="/verify">Check another number</a></p>`,
    };
  const business = document.issuedBy ?? "the business that is named on the document";
  const details = renderDetails([
    ["Document", document.name],
    ["Document number", document.number],
    ["Completed on", londonTime(new Date(document.completedOn))],
    ["Issued by", document.issuedBy ?? ""],
  ]);
  switch (status) {
    case "unchanged":
      return {
        title: "Genuine and unchanged",
        content: `<p>This file is, byte for byte, the document that was filed under this number, and its signature is valid.</p>${details}`,
      };
    case "different":
      return {
        title: "This is not the file that we have",
        content: `<p>The number is genuine, but the file differs from the one that is filed under it. That happens when a document was printed and scanned, was saved by another program, or was handed over before it was completed for the last time.</p>
<p>Ask ${escapeHtml(business)} for a copy of the filed document, and compare the two.</p>${details}${renderFileForm(document.number)}`,
      };
    case "unconfirmed":
      return {
        title: "We cannot confirm this document at the moment",
        content: `<p>A document is filed under this number, but the key to check its signature is not available here.</p>
<p>Try again later, or ask ${escapeHtml(business)} for a copy.</p>${details}`,
      };
    default:
      return {
        title: "We know this document",
        content: `<p>A document with this number is filed here, and its signature is valid. Compare what is shown below with your copy.</p>${details}${renderFileForm(document.number)}`,
      };
  }
}

function renderFileForm(number: string): string {
  return `<form method="post" enctype="multipart/form-data" action="/verify/${encodeURIComponent(number)}">
<label for="file">To check that your file is unchanged, choose the PDF or drop it here. It is compared and not stored.</label>
<input id="file" type="file" name="file" accept="application/pdf,.pdf" required>
<button>Check the file</button>
</form>`;
}

function renderDetails(details: readonly (readonly [string, string])[]): string {
  const rows = details
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>${rows.join("")}</dl>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
