import type { ContractSor } from "@fieldfare/device";
import { cutQuantity, isPlannedQuantity } from "@fieldfare/domain";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { createListSearch } from "../../phone/search-in.ts";
import { Picker } from "../../ui/picker.tsx";
import type { SorLine } from "./state.ts";
import styles from "./sor-lines.module.css";
import { strings } from "./strings.ts";

/** The SORs of the client's contracts for the job, each with its quantity. */
export function SorLines(props: {
  choices: readonly ContractSor[];
  lines: readonly SorLine[];
  error: string | undefined;
  onChange: (lines: readonly SorLine[]) => void;
}) {
  const { choices, lines, onChange } = props;
  const text = strings();
  const taken = new Set(lines.map(({ sorPriceId }) => sorPriceId));
  const open = choices.filter(({ sorPriceId }) => !taken.has(sorPriceId));
  return (
    <div data-field="sors" tabIndex={-1} className={styles.lines}>
      {lines.map((line) => (
        <div key={line.sorPriceId} className={styles.line}>
          <TextField
            name={`sor-${line.sorPriceId}`}
            label={text.sorQuantity(line.sorCode)}
            hint={line.shortDescription}
            inputMode="decimal"
            value={line.quantity}
            error={props.error && !isPlannedQuantity(line.quantity) ? props.error : undefined}
            onChange={(typed) =>
              onChange(
                lines.map((other) =>
                  other === line ? { ...line, quantity: cutQuantity(typed) } : other,
                ),
              )
            }
          />
          <Button
            icon="trash"
            label={text.sorRemove(line.sorCode)}
            onClick={() => onChange(lines.filter((other) => other !== line))}
          />
        </div>
      ))}
      <Picker<ContractSor>
        key={lines.length}
        name="sor"
        label={text.sorAdd}
        none={text.sorNone}
        value={null}
        isOpenEmpty
        search={createListSearch(open, (sor) => `${sor.sorCode} ${sor.shortDescription}`)}
        line={(sor) => ({ key: sor.sorPriceId, label: sor.sorCode, detail: sor.shortDescription })}
        onChange={(sor) => {
          if (sor) onChange([...lines, { ...sor, quantity: "1" }]);
        }}
      />
    </div>
  );
}
