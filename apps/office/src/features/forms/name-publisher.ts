import { strings } from "./strings.ts";

/** Says who published a version: the account, or the server's folder. */
export function namePublisher(version: {
  readonly source: "folder" | "office";
  readonly publishedBy: string | null;
}): string {
  return version.source === "folder" ? strings.folder : (version.publishedBy ?? strings.office);
}
