import { createEvents, type Device } from "@fieldfare/device";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DeviceProvider, prefetch, usePrefetchedRows } from "./device.tsx";
import { afterFirstRender, markFirstRender } from "./first-render.ts";

const device = { events: createEvents() } as unknown as Device;

test("Prefetched rows are not drawn when another engineer has signed in meanwhile", async () => {
  const read = () => Promise.resolve("rows of Sam");
  const phone = { events: createEvents(), engineer: { ownerId: "sam" } };
  await prefetch(phone as unknown as Device, read);
  expect(drawn(read, phone)).toBe("rows of Sam");
  phone.engineer = { ownerId: "alex" };
  expect(drawn(read, phone)).toBe("nothing");
});

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

function drawn(read: () => Promise<string>, phone: object = device): string {
  return renderToStaticMarkup(
    <DeviceProvider value={phone as Device}>
      <Rows read={read} />
    </DeviceProvider>,
  );
}

function Rows({ read }: { read: () => Promise<string> }) {
  return usePrefetchedRows(read) ?? "nothing";
}
