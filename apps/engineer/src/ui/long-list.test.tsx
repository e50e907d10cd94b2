import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { LongList } from "./long-list.tsx";

beforeEach(() => {
  vi.stubGlobal("innerWidth", 390);
  vi.stubGlobal("innerHeight", 844);
  vi.stubGlobal("scrollY", 0);
});

test("A list of any length draws only the rows near the screen, but has the height of all rows", () => {
  const drawn = (length: number) => {
    const rows = Array.from({ length }, (_, index) => index);
    const html = renderToStaticMarkup(
      <LongList name="numbers" rows={rows} getKey={(row) => row} estimate={() => 138}>
        {(row) => <b>{row}</b>}
      </LongList>,
    );
    return { rows: html.match(/<b>/g)?.length ?? 0, height: /height:(\d+)px/.exec(html)?.[1] };
  };
  expect(drawn(3)).toEqual({ rows: 3, height: `${3 * 138}` });
  expect(drawn(5000).rows).toBeLessThan(20);
  expect(drawn(5000).height).toBe(`${5000 * 138}`);
});
