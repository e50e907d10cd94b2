import { Alert, Button, Checkbox, Group, List, Text } from "@mantine/core";
import type { CallAnswer } from "@fieldfare/contract";
import { eraseTenant, exportTenant } from "@fieldfare/contract/office";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import styles from "./job-screen.module.css";
import { useListTexts } from "./lists.ts";
import { listPhotos, Thumbnail } from "./photos-section.tsx";
import { type FieldJob, useReload } from "./queries.ts";

export type Contact = FieldJob["contacts"][number];
type Erased = CallAnswer<typeof eraseTenant>;

interface ContactDataProps {
  readonly contact: Contact;
  readonly onErase: () => void;
}

/** Whether the user may do something with the personal data of contacts. */
export function useMayHandleContactData(): boolean {
  const may = useMay();
  return may(exportTenant) || may(eraseTenant);
}

/** What a person may ask for: a copy of their data, or that the data are erased. */
export function ContactData({ contact, onErase }: ContactDataProps) {
  const may = useMay();
  const { propertyTenantId, fullName } = contact;
  const copy = useAction({
    mutationFn: async () => {
      const data = await request(exportTenant, { params: { propertyTenantId } });
      const text = JSON.stringify(data, null, 2);
      downloadFile(
        new Blob([text], { type: "application/json" }),
        `personal-data-${propertyTenantId}.json`,
      );
    },
  });
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        {may(exportTenant) && (
          <Button
            size="xs"
            variant="default"
            loading={copy.isPending}
            aria-label={`Export the data of ${fullName}`}
            onClick={() => copy.mutate()}
          >
            Export
          </Button>
        )}
        {may(eraseTenant) && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Erase the data of ${fullName}`}
            onClick={onErase}
          >
            Erase
          </Button>
        )}
      </Group>
      {copy.error && <ErrorNotice error={copy.error} />}
    </>
  );
}

interface EraseDialogProps {
  readonly field: FieldJob;
  readonly contact: Contact;
  readonly onClose: () => void;
}

/** Stays open with what was done when the contact goes from the page. */
export function EraseDialog({ field, contact, onClose }: EraseDialogProps) {
  const [imageIds, setImageIds] = useState<readonly string[]>([]);
  const reload = useReload();
  const { propertyTenantId, fullName } = contact;
  const erase = useAction({
    mutationFn: () =>
      request(eraseTenant, { params: { propertyTenantId }, body: { imageIds: [...imageIds] } }),
  });
  const isGone = !erase.data && !erase.isPending && !isAmong(field.contacts, contact);
  const close = () => {
    onClose();
    if (erase.data) void reload();
  };
  return (
    <ConfirmDialog
      title={erase.data ? "The data are erased" : `Erase the data of ${fullName}`}
      confirm={erase.data || isGone ? null : "Erase for ever"}
      isDestructive
      isPending={erase.isPending}
      onConfirm={() => erase.mutate()}
      onClose={close}
    >
      {erase.data ? (
        <Outcome erased={erase.data} />
      ) : (
        <>
          <Text>
            The contact goes from this home and from every phone. The name, telephone numbers and
            email address go from the records of all jobs here, with the signatures in them, and
            documents are drawn again. This cannot be undone: export the data first if the person
            asked for a copy.
          </Text>
          <Text>
            A gas safety record stays as long as the law asks. Nothing can be erased while an
            engineer has a job here.
          </Text>
          <PhotoChoice field={field} chosen={imageIds} onChange={setImageIds} />
        </>
      )}
      {isGone && (
        <ChangedSinceNotice title="Somebody has removed this contact meanwhile" lines={[]}>
          Read the audit entries of the tenant to see whether the data were erased as well.
        </ChangedSinceNotice>
      )}
      {erase.error && !isGone && <ErrorNotice error={erase.error} />}
    </ConfirmDialog>
  );
}

function isAmong(contacts: readonly Contact[], { propertyTenantId }: Contact): boolean {
  return contacts.some((each) => each.propertyTenantId === propertyTenantId);
}

interface PhotoChoiceProps {
  readonly field: FieldJob;
  readonly chosen: readonly string[];
  readonly onChange: (imageIds: readonly string[]) => void;
}

function PhotoChoice({ field, chosen, onChange }: PhotoChoiceProps) {
  const photos = listPhotos(field, useListTexts());
  if (photos.length === 0) return null;
  return (
    <fieldset className={styles.choice}>
      <legend>Which photos of this job show the person?</legend>
      <ul className={styles.photos}>
        {photos.map((photo) => (
          <li key={photo.imageId} className={styles.photo}>
            <Thumbnail imageId={photo.imageId} />
            <Checkbox
              mt={6}
              label={photo.caption}
              checked={chosen.includes(photo.imageId)}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked
                    ? [...chosen, photo.imageId]
                    : chosen.filter((imageId) => imageId !== photo.imageId),
                )
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Outcome({ erased: { reduced, images, documents, kept } }: { readonly erased: Erased }) {
  return (
    <div role="status">
      <Text>
        {`Records without the person now: ${reduced}. Photos and signatures that were deleted: ${images}. Documents that are drawn again: ${documents}.`}
      </Text>
      {kept.length > 0 && (
        <Alert color="yellow" variant="outline" mt="sm" title="The law asks to keep these">
          <List>
            {kept.map(({ documentId, reason, until }) => (
              <List.Item
                key={documentId}
              >{`Until ${formatMoment(until)} at least. ${reason}`}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  );
}
