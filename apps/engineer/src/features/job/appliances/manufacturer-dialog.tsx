import { readManufacturers, readModels } from "@fieldfare/device";
import {
  type ApplianceAnswers,
  chooseManufacturer,
  type ManufacturerAndModel,
  type ModelChoice,
  type NamedChoice,
  type RankedChoices,
  withManufacturerAndModel,
} from "@fieldfare/domain";
import { useRef, useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { focusFirst, type FormState } from "../../../ui/form.tsx";
import { findManufacturerIssues, setAnswers } from "./appliance-answers.ts";
import styles from "./manufacturer-field.module.css";
import { NamedField, noChoices } from "./named-field.tsx";
import { strings } from "./strings.ts";

const emptyName: NamedChoice = { kind: "unknown", name: "" };

/** Asks for the manufacturer, then for the model. Each choice is set in the form at once. */
export function ManufacturerDialog(props: {
  form: FormState<ApplianceAnswers>;
  type: number;
  onClose: () => void;
}) {
  const { form, type, onClose } = props;
  const device = useDevice();
  const [isTried, setTried] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const text = strings();
  const { manufacturerAndModel } = form.values;
  const manufacturer = manufacturerAndModel?.manufacturer ?? null;
  const manufacturerId = manufacturer?.kind === "known" ? manufacturer.id : null;
  const manufacturers = useLive(() => readManufacturers(device, type), [device, type]);
  const models = useLive<RankedChoices<ModelChoice>>(
    async () => (manufacturerId === null ? noChoices : readModels(device, type, manufacturerId)),
    [device, type, manufacturerId],
  );
  const issues = isTried ? findManufacturerIssues(manufacturerAndModel) : {};

  const setManufacturer = (chosen: NamedChoice | null) => {
    if (chosen === null) return form.set("manufacturerAndModel", null);
    const next = chooseManufacturer(manufacturerAndModel, chosen);
    // An unlisted manufacturer has no listed models, so the model is typed too.
    setManufacturerAndModel(
      chosen.kind === "unknown" ? { ...next, model: next.model ?? emptyName } : next,
      null,
    );
  };
  const setModel = (chosen: NamedChoice | null) => {
    const row = models?.all.find(({ id }) => chosen?.kind === "known" && id === chosen.id);
    setManufacturerAndModel({ manufacturer, model: chosen }, row ?? null);
  };
  const setManufacturerAndModel = (next: ManufacturerAndModel, row: ModelChoice | null) => {
    const isTyping =
      manufacturerAndModel?.model?.kind === "unknown" && next.model?.kind === "unknown";
    // Typing in the name of an unlisted model must not clear the GC number.
    if (isTyping) form.set("manufacturerAndModel", next);
    else setAnswers(form, withManufacturerAndModel(form.values, next, row));
  };
  const finish = () => {
    setTried(true);
    const currentIssues = findManufacturerIssues(manufacturerAndModel);
    if (Object.keys(currentIssues).length === 0) onClose();
    else focusFirst(fields.current, currentIssues);
  };
  return (
    <Dialog
      title={text.manufacturerAndModel}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={finish}>
          {text.manufacturerDone}
        </Button>
      }
    >
      <div ref={fields} className={styles.dialogFields}>
        <NamedField
          kind="manufacturer"
          choices={manufacturers}
          value={manufacturer}
          issue={issues.manufacturer}
          onChange={setManufacturer}
        />
        {manufacturer !== null && (
          <NamedField
            key={manufacturerId}
            kind="model"
            choices={models}
            value={manufacturerAndModel?.model ?? null}
            issue={issues.model}
            onChange={setModel}
          />
        )}
      </div>
    </Dialog>
  );
}
