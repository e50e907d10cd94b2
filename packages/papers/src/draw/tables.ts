import type { Column } from "../paper.ts";
import {
  alarm,
  bottom,
  clean,
  faint,
  ink,
  line,
  makeRoom,
  rule,
  type Sheet,
  tint,
} from "./sheet.ts";
import { heightOfText, write } from "./text.ts";

type Share = Pick<Column, "share">;

/** The headings stand on every page that the table reaches. */
export function drawTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
) {
  makeRoom(sheet, tableStart(sheet, columns, rows));
  drawHead(sheet, columns);
  for (const row of rows) {
    const height = heightOf(sheet, columns, row);
    if (height > tallest(sheet, columns)) {
      drawTallRow(sheet, columns, row);
      continue;
    }
    if (makeRoom(sheet, height)) drawHead(sheet, columns);
    drawRow(sheet, columns, row);
  }
  sheet.pdf.y += sheet.gap;
}

/** The headings with the first row, or with the beginning of a row that is taller than a page. */
export function tableStart(
  sheet: Sheet,
  columns: readonly Column[],
  [first = []]: readonly (readonly string[])[],
): number {
  const row = heightOf(sheet, columns, first);
  return headHeight(sheet, columns) + (row > tallest(sheet, columns) ? 120 : row);
}

const padding = 2.5;

interface RowStyle {
  readonly first?: "bold";
  readonly rest?: "bold";
  readonly lined?: boolean;
}

/** Cells side by side, on one page. */
export function drawRow(
  sheet: Sheet,
  columns: readonly Share[],
  cells: readonly string[],
  style: RowStyle = {},
) {
  const { pdf, margin, width } = sheet;
  const height = heightOf(sheet, columns, cells, style);
  makeRoom(sheet, height);
  const top = pdf.y;
  let left = margin;
  for (const [index, { share }] of columns.entries()) {
    setFont(sheet, style, index);
    const cell = cells[index] ?? "";
    pdf.fillColor(isAlarm(cell) ? alarm : ink);
    write(sheet, cell, {
      left: left + padding,
      top: top + padding,
      width: share * width - 2 * padding,
    });
    left += share * width;
  }
  pdf.y = top + height;
  if (style.lined !== false) rule(sheet, pdf.y, 0.4);
}

/** What fails or endangers is told apart at a glance; the words alone say it as well. */
function isAlarm(cell: string): boolean {
  return /^(Fail|UNSAFE|Immediately Dangerous|At Risk)/.test(cell);
}

export function heightOf(
  sheet: Sheet,
  columns: readonly Share[],
  cells: readonly string[],
  style: RowStyle = {},
): number {
  const heights = columns.map(({ share }, index) => {
    setFont(sheet, style, index);
    return heightOfText(sheet, cells[index] ?? "", share * sheet.width - 2 * padding);
  });
  return Math.max(...heights) + 2 * padding;
}

function setFont({ pdf, size }: Sheet, style: RowStyle, index: number) {
  const weight = (index === 0 ? style.first : style.rest) ?? "regular";
  pdf.font(weight).fontSize(size).fillColor(ink);
}

function drawHead(sheet: Sheet, columns: readonly Column[]) {
  const { pdf, margin, width } = sheet;
  const top = pdf.y;
  const height = headHeight(sheet, columns);
  pdf.rect(margin, top, width, height).fill(tint);
  const above = groupHeight(sheet, columns);
  for (const { group, left, share } of groupsOf(columns)) {
    const box = { left: margin + left * width, width: share * width };
    headFont(sheet);
    pdf.text(clean(group), box.left, top + padding, { width: box.width, align: "center" });
    pdf
      .moveTo(box.left + padding, top + above)
      .lineTo(box.left + box.width - padding, top + above)
      .lineWidth(0.4)
      .stroke(line);
  }
  let left = margin;
  for (const { heading, share, group } of columns) {
    headFont(sheet);
    const lift = group === undefined ? 0 : above;
    pdf.text(clean(heading), left + padding, top + lift + padding, {
      width: share * width - 2 * padding,
    });
    left += share * width;
  }
  pdf.y = top + height;
  rule(sheet, pdf.y, 0.7);
}

function headHeight(sheet: Sheet, columns: readonly Column[]): number {
  const above = groupHeight(sheet, columns);
  headFont(sheet);
  const heights = columns.map(
    ({ heading, share, group }) =>
      (group === undefined ? 0 : above) +
      sheet.pdf.heightOfString(clean(heading) || " ", {
        width: share * sheet.width - 2 * padding,
      }),
  );
  return Math.max(...heights) + 2 * padding;
}

function groupHeight(sheet: Sheet, columns: readonly Column[]): number {
  headFont(sheet);
  const heights = groupsOf(columns).map(({ group, share }) =>
    sheet.pdf.heightOfString(clean(group), { width: share * sheet.width }),
  );
  return heights.length === 0 ? 0 : Math.max(...heights) + padding;
}

function headFont({ pdf, size }: Sheet) {
  pdf
    .font("bold")
    .fontSize(size - 0.5)
    .fillColor(faint);
}

/** Neighbours with one group, with the share of the table that lies before them and that they take. */
function groupsOf(columns: readonly Column[]) {
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

function tallest(sheet: Sheet, columns: readonly Column[]): number {
  return bottom(sheet) - sheet.margin - headHeight(sheet, columns);
}

/** Text flows over pages by itself; cells do not. */
function drawTallRow(sheet: Sheet, columns: readonly Column[], cells: readonly string[]) {
  for (const [index, { heading }] of columns.entries()) {
    const cell = cells[index];
    if (cell) drawText(sheet, cell, heading);
  }
  rule(sheet, sheet.pdf.y, 0.4);
}

/** The label and the first lines. */
export function startOfText(sheet: Sheet, text: string, label: string | undefined): number {
  const { pdf, width, size } = sheet;
  pdf.font("regular").fontSize(size);
  const lines = Math.min(heightOfText(sheet, text, width), 60);
  return lines + sheet.gap + (label === undefined ? 0 : pdf.currentLineHeight(true));
}

export function drawText(sheet: Sheet, text: string, label: string | undefined) {
  const { pdf, margin, width, size } = sheet;
  if (label !== undefined) {
    makeRoom(sheet, 30);
    pdf.font("bold").fontSize(size).fillColor(faint);
    write(sheet, label, { left: margin, top: pdf.y, width });
  }
  pdf.font("regular").fontSize(size).fillColor(ink);
  write(sheet, text, { left: margin, top: pdf.y, width });
  pdf.y += sheet.gap;
}
