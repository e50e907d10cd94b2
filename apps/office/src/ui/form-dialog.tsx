import { Button, Group, Modal, type ModalProps, Text } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { readEnteredValues } from "./entered-values.ts";
import { strings } from "./strings.ts";

interface FormDialogProps {
  readonly title: string;
  readonly size?: ModalProps["size"];
  /** True: only a button of the content closes it. */
  readonly isLocked?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog with fields. Escape and the cross close it at once while its fields are as they were first shown; afterwards it
 * asks whether to discard what was typed or chosen. A button of its content calls `onClose` itself and is not asked.
 */
export function FormDialog({ title, size, isLocked = false, onClose, children }: FormDialogProps) {
  const fields = useRef<FieldsState>({
    element: null,
    initial: null,
    isTouched: false,
    hasFile: false,
  });
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Modal
        opened
        onClose={() => (isChanged(fields.current) ? setIsAsking(true) : onClose())}
        title={title}
        {...(size !== undefined && { size })}
        closeOnClickOutside={false}
        closeOnEscape={!isLocked && !isAsking}
        withCloseButton={!isLocked}
      >
        <Fields state={fields}>{children}</Fields>
      </Modal>
      {/* It is always there, because a dialog gives the focus back only when it goes from open to closed. */}
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={strings.discardTitle}
        size="sm"
        centered
        closeOnClickOutside={false}
        // It would hear of the Escape that opened it.
        closeOnEscape={false}
        onKeyDown={({ key }) => {
          if (key === "Escape") setIsAsking(false);
        }}
        withCloseButton={false}
      >
        <Text mb="md">{strings.discardNote}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
            {strings.goOn}
          </Button>
          <Button color="var(--danger-button)" c="white" onClick={onClose}>
            {strings.discard}
          </Button>
        </Group>
      </Modal>
    </>
  );
}

interface FieldsState {
  element: HTMLElement | null;
  initial: string | null;
  /** Somebody has pressed, clicked or typed: from now on a difference is a change. */
  isTouched: boolean;
  /** A file was chosen, which is no longer in its field once it is uploaded. */
  hasFile: boolean;
}

function isChanged({ element, initial, isTouched, hasFile }: FieldsState): boolean {
  if (!isTouched) return false;
  const now = element && readEnteredValues(element);
  return now !== null && (hasFile || now !== initial);
}

interface FieldsProps {
  readonly state: RefObject<FieldsState>;
  readonly children: ReactNode;
}

function Fields({ state, children }: FieldsProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    state.current.element = element.current;
    noteInitial(state.current);
  });
  /** What a field gets meanwhile, such as a list that has loaded, is no change of the user. */
  const touch = () => {
    noteInitial(state.current);
    state.current.isTouched = true;
  };
  return (
    <div
      ref={element}
      onKeyDownCapture={touch}
      onPointerDownCapture={touch}
      onInputCapture={({ target }) => {
        state.current.isTouched = true;
        if (target instanceof HTMLInputElement && target.type === "file")
          state.current.hasFile = true;
      }}
    >
      {children}
    </div>
  );
}

function noteInitial(state: FieldsState): void {
  if (!state.isTouched && state.element) state.initial = readEnteredValues(state.element);
}
