import { createEvents, type Device } from "@fieldfare/device";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DeviceProvider, prefetch, usePrefetchedRows } from "./device.tsx";
import { afterFirstRender, markFirstRender } from "./first-render.ts";

const device = { events: createEvents() } as unknown as Device;

test("Prefetched rows are drawn at once, but never after the first render, even if they arrive later", async () => {
  const early = () => Promise.resolve("early");
  let resolveLate: (rows: string) => void = () => undefined;
  const late = () => new Promise<string>((resolve) => (resolveLate = resolve));

  await prefetch(device, early);
  expect(drawn(early)).toBe("early");

  const pending = prefetch(device, late);
  markFirstRender();
  await afterFirstRender;
  resolveLate("late");
  await pending;
  expect(drawn(late)).toBe("nothing");
  expect(drawn(early)).toBe("nothing");
});

function drawn(read: () => Promise<string>): string {
  return renderToStaticMarkup(
    <DeviceProvider value={device}>
      <Rows read={read} />
    </DeviceProvider>,
  );
}

function Rows({ read }: { read: () => Promise<string> }) {
  return usePrefetchedRows(read) ?? "nothing";
}
