import { readMakers, readModels } from "@fieldfare/device";
import {
  type ApplianceAnswers,
  chooseManufacturer,
  type MakerAnswers,
  type ModelChoice,
  type Named,
  withMaker,
} from "@fieldfare/domain";
import { useRef, useState } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { focusFirst, type FormOf } from "../../../ui/form.tsx";
import { faultsOfMaker, setAnswers } from "./appliance-answers.ts";
import styles from "./maker-field.module.css";
import { NamedField, noChoices } from "./named-field.tsx";
import { words } from "./words.ts";

const nameless: Named = { kind: "unknown", name: "" };

/** Manufacturer, then model. Each choice is an answer of the form at once: the dialog holds nothing of its own. */
export function MakerDialog(props: {
  form: FormOf<ApplianceAnswers>;
  type: number;
  onClose: () => void;
}) {
  const { form, type, onClose } = props;
  const device = useDevice();
  const [isTried, setTried] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const spoken = words();
  const { maker } = form.values;
  const manufacturer = maker?.manufacturer ?? null;
  const manufacturerId = manufacturer?.kind === "known" ? manufacturer.id : null;
  const makers = useLive(() => readMakers(device, type), [device, type]);
  const models = useLive(
    () => (manufacturerId === null ? noChoices : readModels(device, type, manufacturerId)),
    [device, type, manufacturerId],
  );
  const faults = isTried ? faultsOfMaker(maker) : {};

  const setManufacturer = (chosen: Named | null) => {
    if (chosen === null) return form.set("maker", null);
    const next = chooseManufacturer(maker, chosen);
    // Whoever types the maker's name types the model's too.
    setMaker(chosen.kind === "unknown" ? { ...next, model: next.model ?? nameless } : next, null);
  };
  const setModel = (chosen: Named | null) => {
    const row = models?.all.find(({ id }) => chosen?.kind === "known" && id === chosen.id);
    setMaker({ manufacturer, model: chosen }, (row as ModelChoice | undefined) ?? null);
  };
  const setMaker = (next: MakerAnswers, row: ModelChoice | null) => {
    const isTyping = maker?.model?.kind === "unknown" && next.model?.kind === "unknown";
    // A further letter of its name takes no GC number away.
    if (isTyping) form.set("maker", next);
    else setAnswers(form, withMaker(form.values, next, row));
  };
  const finish = () => {
    setTried(true);
    const wrong = faultsOfMaker(maker);
    if (Object.keys(wrong).length === 0) onClose();
    else focusFirst(fields.current, wrong);
  };
  return (
    <Dialog
      title={spoken.maker}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={finish}>
          {spoken.makerDone}
        </Button>
      }
    >
      <div ref={fields} className={styles.dialogFields}>
        <NamedField
          of="manufacturer"
          choices={makers}
          value={manufacturer}
          fault={faults.manufacturer}
          onChange={setManufacturer}
        />
        {manufacturer !== null && (
          <NamedField
            key={manufacturerId}
            of="model"
            choices={models}
            value={maker?.model ?? null}
            fault={faults.model}
            onChange={setModel}
          />
        )}
      </div>
    </Dialog>
  );
}
