import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type AlertCode, putAlertCodes } from "@fieldfare/contract/office";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useAlertCodes } from "../../server/visit-needs/queries.ts";
import { Empty } from "../../ui/empty.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { Page } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import { AlertDialog } from "./alert-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { strings } from "./strings.ts";

/** What is open above the list. */
type Opened =
  | { readonly kind: "add" }
  | { readonly kind: "change" | "remove"; readonly alert: AlertCode };

/** The office keeps the list of alerts that jobs name by their codes. */
export function AlertCodesScreen() {
  const { data: alerts, error, refetch } = useAlertCodes();
  const mayChange = useMay()(putAlertCodes);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (message?: string) => {
    setOpened(null);
    if (message !== undefined) notifications.show({ color: "green", message });
  };
  return (
    <Page
      title={strings.title}
      aside={
        mayChange &&
        alerts && <Button onClick={() => setOpened({ kind: "add" })}>{strings.add}</Button>
      }
    >
      <Text mb="md" maw={760}>
        {strings.note}
      </Text>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!alerts && !error && <LoadingRows label={strings.loading} count={5} height={36} />}
      {alerts?.length === 0 && <Empty title={strings.nothing}>{strings.nothingAdvice}</Empty>}
      {alerts && alerts.length > 0 && (
        <>
          <div className={table.scroll}>
            <table className={table.table} aria-label={strings.title}>
              <thead>
                <tr>
                  <th scope="col">{strings.code}</th>
                  <th scope="col">{strings.text}</th>
                  <th scope="col">{strings.severity}</th>
                  <th scope="col">{strings.confirmation}</th>
                  {mayChange && <th scope="col">{strings.actions}</th>}
                </tr>
              </thead>
              <tbody>
                {alerts.map((alert) => (
                  <AlertRow
                    key={alert.code}
                    alert={alert}
                    onOpen={mayChange ? (kind) => setOpened({ kind, alert }) : null}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <Text size="sm" mt="xs">
            {strings.shown(alerts.length)}
          </Text>
        </>
      )}
      {opened && opened.kind !== "remove" && (
        <AlertDialog alert={opened.kind === "change" ? opened.alert : null} onClose={close} />
      )}
      {opened?.kind === "remove" && <RemoveDialog alert={opened.alert} onClose={close} />}
    </Page>
  );
}

interface AlertRowProps {
  readonly alert: AlertCode;
  /** Null: the user may not change alerts. */
  readonly onOpen: ((kind: "change" | "remove") => void) | null;
}

function AlertRow({ alert, onOpen }: AlertRowProps) {
  const { code, description, severity, alertEngineer } = alert;
  const [tone, label] = strings.severities[severity];
  return (
    <tr>
      <td className={table.nowrap}>{code}</td>
      <td>{description}</td>
      <td>
        <Pill tone={tone}>{label}</Pill>
      </td>
      <td>{alertEngineer ? strings.yes : strings.no}</td>
      {onOpen && (
        <td>
          <Group gap="xs" wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              aria-label={strings.changeOf(code)}
              onClick={() => onOpen("change")}
            >
              {strings.change}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={strings.removeOf(code)}
              onClick={() => onOpen("remove")}
            >
              {strings.remove}
            </Button>
          </Group>
        </td>
      )}
    </tr>
  );
}
