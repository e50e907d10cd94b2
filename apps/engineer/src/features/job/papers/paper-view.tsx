import type { Block, Card as PaperCard, Column, Paper, Picture } from "@fieldfare/papers";
import { Card, Stack } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { usePictureUrl } from "../photos/picture-url.ts";
import styles from "./paper-view.module.css";
import { words } from "./words.ts";

/** What the paper says, for a small screen: the same words as in the PDF. */
export function PaperView({ paper }: { paper: Paper }) {
  return (
    <Stack>
      <h2 className={styles.reference} dir="auto">
        {paper.reference}
      </h2>
      {paper.sections.map(({ heading, blocks }, index) => (
        <Stack key={`${index} ${heading}`}>
          {heading !== null && (
            <h3 className={styles.heading} dir="auto">
              {heading}
            </h3>
          )}
          {blocks.map((block, place) => (
            <BlockView key={`${place} ${block.kind}`} block={block} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "facts":
      return (
        <Card>
          <Facts facts={block.facts} />
        </Card>
      );
    case "text":
      return (
        <Card>
          {block.label !== undefined && <strong>{block.label}</strong>}
          <p className={styles.text} dir="auto">
            {block.text}
          </p>
        </Card>
      );
    case "warning":
      return <Banner tone="danger" title={block.text} />;
    case "table":
      return block.rows.map((row, index) => <Row key={index} columns={block.columns} row={row} />);
    case "cards":
      return block.cards.map((card) => <PartyCard key={card.heading} card={card} />);
    default:
      return block.pictures.map((picture, index) => <PictureView key={index} picture={picture} />);
  }
}

/** A wide row stands as a card: a cell below its heading. Empty cells say nothing. */
function Row({ columns, row }: { columns: readonly Column[]; row: readonly string[] }) {
  const [first, ...rest] = columns;
  const facts = rest.flatMap(({ heading, group }, index): [string, string][] => {
    const value = row[index + 1] ?? "";
    const name = group === undefined ? heading : words().grouped(group, heading);
    return value === "" ? [] : [[name, value]];
  });
  return (
    <Card title={words().row(first?.heading ?? "", row[0] ?? "")}>
      <div className={styles.pairs}>
        <Facts facts={facts} />
      </div>
    </Card>
  );
}

function PartyCard({ card: { heading, facts, signature } }: { card: PaperCard }) {
  return (
    <Card title={heading}>
      <Facts facts={facts} />
      {signature && <PictureView picture={signature} />}
    </Card>
  );
}

function PictureView({ picture: { bytes, caption, size } }: { picture: Picture }) {
  const url = usePictureUrl(bytes);
  return (
    <figure className={styles.figure}>
      {url && <img className={styles[size]} src={url} alt="" />}
      <figcaption dir="auto">{bytes ? caption : words().notShown(caption)}</figcaption>
    </figure>
  );
}
