import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { FormDialog } from "../ui/form-dialog.tsx";
import { PasswordForm } from "./password-form.tsx";
import { strings } from "./strings.ts";

/** Changes the user's own password. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog title={strings.changePassword} onClose={onClose}>
      <Text mb="md">{strings.changePasswordNote}</Text>
      <PasswordForm
        presentLabel={strings.presentPassword}
        onChanged={() => {
          notifications.show({ color: "green", message: strings.passwordChanged });
          onClose();
        }}
        otherButton={
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
        }
      />
    </FormDialog>
  );
}
