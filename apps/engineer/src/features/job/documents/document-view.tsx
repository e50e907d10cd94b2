import type {
  Block,
  Card as DocumentCard,
  Column,
  DocumentContent,
  DocumentImage,
} from "@fieldfare/documents";
import { Card, Stack } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { useImageUrl } from "../photos/image-url.ts";
import styles from "./document-view.module.css";
import { strings } from "./strings.ts";

/** Shows a document on a small screen, with the same text as its PDF. */
export function DocumentView({ content }: { content: DocumentContent }) {
  return (
    <Stack>
      <h2 className={styles.reference} dir="auto">
        {content.reference}
      </h2>
      {content.sections.map(({ heading, blocks }, index) => (
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
    case "details":
      return (
        <Card>
          <DescriptionList items={block.details} />
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
      return block.images.map((image, index) => <ImageView key={index} image={image} />);
  }
}

/** Shows a table row as a card, because a wide table does not fit the screen. Empty cells are omitted. */
function Row({ columns, row }: { columns: readonly Column[]; row: readonly string[] }) {
  const [first, ...rest] = columns;
  const items = rest.flatMap(({ heading, group }, index): [string, string][] => {
    const value = row[index + 1] ?? "";
    const name = group === undefined ? heading : strings().grouped(group, heading);
    return value === "" ? [] : [[name, value]];
  });
  return (
    <Card title={strings().row(first?.heading ?? "", row[0] ?? "")}>
      <div className={styles.pairs}>
        <DescriptionList items={items} />
      </div>
    </Card>
  );
}

function PartyCard({ card: { heading, details: items, signature } }: { card: DocumentCard }) {
  return (
    <Card title={heading}>
      <DescriptionList items={items} />
      {signature && <ImageView image={signature} />}
    </Card>
  );
}

function ImageView({ image: { bytes, caption, size } }: { image: DocumentImage }) {
  const url = useImageUrl(bytes);
  return (
    <figure className={styles.figure}>
      {url && <img className={styles[size]} src={url} alt="" />}
      <figcaption dir="auto">{bytes ? caption : strings().notShown(caption)}</figcaption>
    </figure>
  );
}
