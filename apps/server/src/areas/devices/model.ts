import { readTextField } from "@fieldfare/domain";

/** The systems of computers, by what a browser says about them. */
const systems = [
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Macintosh", "Mac"],
  ["Linux", "Linux"],
] as const;

/** The first one that a browser names is what it is: Edge names Chrome too, and Chrome names Safari. */
const browsers = [
  ["Edg/", "Edge"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

/**
 * Returns the model of a device as its browser names it, in words that a person understands: the model of a phone, else its version
 * of Android, and for a computer such as "Chrome on Linux". Null: the browser does not say.
 */
export function readModel({ installation }: { installation: unknown }): string | null {
  const userAgent = readTextField(installation, "userAgent") ?? "";
  const [, platform = ""] = /\(([^)]*)\)/.exec(userAgent) ?? [];
  const parts = platform.split(";").map((part) => part.trim());
  const android = parts.findIndex((part) => part.startsWith("Android"));
  const model = android < 0 ? readAppleModel(parts) : readAndroidModel(parts.slice(android));
  return (model ?? readComputer(platform, userAgent))?.slice(0, 200) ?? null;
}

/** The model follows the version. Chrome hides it behind `K`, and Firefox says only whether it is a phone or a tablet. */
function readAndroidModel([version, part = ""]: readonly string[]): string | undefined {
  const model = part.replace(/ Build\/.*$/, "");
  return ["", "K", "Mobile", "Tablet"].includes(model) ? version : model;
}

function readAppleModel([part = ""]: readonly string[]): string | undefined {
  return /^iP(?:hone|ad|od)/.test(part) ? part : undefined;
}

function readComputer(platform: string, userAgent: string): string | undefined {
  const system = systems.find(([mark]) => platform.includes(mark))?.[1];
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  return system && browser ? `${browser} on ${system}` : system;
}
