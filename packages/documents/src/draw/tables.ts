import type { Column } from "../document-content.ts";
import {
  alarm,
  bottom,
  cleanText,
  faint,
  ink,
  line,
  ensureSpace,
  drawRule,
  type PageLayout,
  tint,
} from "./page-layout.ts";
import { textHeight, write } from "./text.ts";

type Share = Pick<Column, "share">;

/** Draws a table and repeats its headings on every page. */
export function drawTable(
  layout: PageLayout,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
) {
  ensureSpace(layout, tableStartHeight(layout, columns, rows));
  drawHead(layout, columns);
  for (const row of rows) {
    const height = rowHeight(layout, columns, row);
    if (height > maxRowHeight(layout, columns)) {
      drawTallRow(layout, columns, row);
      continue;
    }
    if (ensureSpace(layout, height)) drawHead(layout, columns);
    drawRow(layout, columns, row);
  }
  layout.pdf.y += layout.gap;
}

/** Returns the height of the headings with the first row, or with the beginning of a row that is taller than a page. */
export function tableStartHeight(
  layout: PageLayout,
  columns: readonly Column[],
  [first = []]: readonly (readonly string[])[],
): number {
  const row = rowHeight(layout, columns, first);
  return headHeight(layout, columns) + (row > maxRowHeight(layout, columns) ? 120 : row);
}

const padding = 2.5;

interface RowStyle {
  readonly first?: "bold";
  readonly rest?: "bold";
  readonly lined?: boolean;
}

/** Draws cells next to each other, on one page. */
export function drawRow(
  layout: PageLayout,
  columns: readonly Share[],
  cells: readonly string[],
  style: RowStyle = {},
) {
  const { pdf, margin, width } = layout;
  const height = rowHeight(layout, columns, cells, style);
  ensureSpace(layout, height);
  const top = pdf.y;
  let left = margin;
  for (const [index, { share }] of columns.entries()) {
    setFont(layout, style, index);
    const cell = cells[index] ?? "";
    pdf.fillColor(isAlarm(cell) ? alarm : ink);
    write(layout, cell, {
      left: left + padding,
      top: top + padding,
      width: share * width - 2 * padding,
    });
    left += share * width;
  }
  pdf.y = top + height;
  if (style.lined !== false) drawRule(layout, pdf.y, 0.4);
}

/** Failures and dangers are printed in another colour. The text says the same without it. */
function isAlarm(cell: string): boolean {
  return /^(Fail|UNSAFE|Immediately Dangerous|At Risk)/.test(cell);
}

/** Returns the height of a row in points, with its padding. Sets the font of the last cell. */
export function rowHeight(
  layout: PageLayout,
  columns: readonly Share[],
  cells: readonly string[],
  style: RowStyle = {},
): number {
  const heights = columns.map(({ share }, index) => {
    setFont(layout, style, index);
    return textHeight(layout, cells[index] ?? "", share * layout.width - 2 * padding);
  });
  return Math.max(...heights) + 2 * padding;
}

function setFont({ pdf, size }: PageLayout, style: RowStyle, index: number) {
  const weight = (index === 0 ? style.first : style.rest) ?? "regular";
  pdf.font(weight).fontSize(size).fillColor(ink);
}

function drawHead(layout: PageLayout, columns: readonly Column[]) {
  const { pdf, margin, width } = layout;
  const top = pdf.y;
  const height = headHeight(layout, columns);
  pdf.rect(margin, top, width, height).fill(tint);
  const above = groupHeight(layout, columns);
  for (const { group, left, share } of columnGroups(columns)) {
    const box = { left: margin + left * width, width: share * width };
    headFont(layout);
    pdf.text(cleanText(group), box.left, top + padding, { width: box.width, align: "center" });
    pdf
      .moveTo(box.left + padding, top + above)
      .lineTo(box.left + box.width - padding, top + above)
      .lineWidth(0.4)
      .stroke(line);
  }
  let left = margin;
  for (const { heading, share, group } of columns) {
    headFont(layout);
    const lift = group === undefined ? 0 : above;
    pdf.text(cleanText(heading), left + padding, top + lift + padding, {
      width: share * width - 2 * padding,
    });
    left += share * width;
  }
  pdf.y = top + height;
  drawRule(layout, pdf.y, 0.7);
}

function headHeight(layout: PageLayout, columns: readonly Column[]): number {
  const above = groupHeight(layout, columns);
  headFont(layout);
  const heights = columns.map(
    ({ heading, share, group }) =>
      (group === undefined ? 0 : above) +
      layout.pdf.heightOfString(cleanText(heading) || " ", {
        width: share * layout.width - 2 * padding,
      }),
  );
  return Math.max(...heights) + 2 * padding;
}

function groupHeight(layout: PageLayout, columns: readonly Column[]): number {
  headFont(layout);
  const heights = columnGroups(columns).map(({ group, share }) =>
    layout.pdf.heightOfString(cleanText(group), { width: share * layout.width }),
  );
  return heights.length === 0 ? 0 : Math.max(...heights) + padding;
}

function headFont({ pdf, size }: PageLayout) {
  pdf
    .font("bold")
    .fontSize(size - 0.5)
    .fillColor(faint);
}

/** Joins adjacent columns of one group, with the share of the table before them and their own. */
function columnGroups(columns: readonly Column[]) {
  const groups: { group: string; left: number; share: number }[] = [];
  let left = 0;
  let before: string | undefined;
  for (const { group, share } of columns) {
    const last = groups.at(-1);
    if (group !== undefined && group === before && last) last.share += share;
    else if (group !== undefined) groups.push({ group, left, share });
    before = group;
    left += share;
  }
  return groups;
}

function maxRowHeight(layout: PageLayout, columns: readonly Column[]): number {
  return bottom(layout) - layout.margin - headHeight(layout, columns);
}

/** Text flows over pages by itself; cells do not. */
function drawTallRow(layout: PageLayout, columns: readonly Column[], cells: readonly string[]) {
  for (const [index, { heading }] of columns.entries()) {
    const cell = cells[index];
    if (cell) drawText(layout, cell, heading);
  }
  drawRule(layout, layout.pdf.y, 0.4);
}

/** Returns the height of the label and the first lines. */
export function textStartHeight(
  layout: PageLayout,
  text: string,
  label: string | undefined,
): number {
  const { pdf, width, size } = layout;
  pdf.font("regular").fontSize(size);
  const lines = Math.min(textHeight(layout, text, width), 60);
  return lines + layout.gap + (label === undefined ? 0 : pdf.currentLineHeight(true));
}

/** Draws a text over the whole width, on further pages if needed, below its label. */
export function drawText(layout: PageLayout, text: string, label: string | undefined) {
  const { pdf, margin, width, size } = layout;
  if (label !== undefined) {
    ensureSpace(layout, 30);
    pdf.font("bold").fontSize(size).fillColor(faint);
    write(layout, label, { left: margin, top: pdf.y, width });
  }
  pdf.font("regular").fontSize(size).fillColor(ink);
  write(layout, text, { left: margin, top: pdf.y, width });
  pdf.y += layout.gap;
}
