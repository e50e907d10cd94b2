import { Button, Checkbox, Menu, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { deleteJobView, type JobView, putJobView } from "@fieldfare/contract/office";
import { isSameName } from "@fieldfare/domain";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict, isNotFound } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { JobsSearch, JobsSearchChange } from "./routes.ts";
import { strings } from "./strings.ts";
import {
  isViewChanged,
  readViewSearch,
  useJobViews,
  useReloadViews,
  writeViewSearch,
} from "./views.ts";

interface ViewMenuProps {
  readonly search: JobsSearch;
  readonly open: (search: JobsSearchChange) => void;
}

type OpenDialog = { readonly action: "save" | "change" | "delete"; readonly view: JobView | null };

/** Opens a named view, and saves what the list shows as one. */
export function ViewMenu({ search, open }: ViewMenuProps) {
  const { data: views, error, refetch } = useJobViews();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const mayShare = useMayShare();
  const current = views?.find(({ viewId }) => viewId === search.view) ?? null;
  const own = views?.filter(({ isShared }) => !isShared) ?? [];
  const shared = views?.filter(({ isShared }) => isShared) ?? [];
  const isChanged = current !== null && isViewChanged(current, search);
  const mayChange = current !== null && (current.isShared ? mayShare : current.isOwn);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default">
            {current ? strings.currentView(current.name, isChanged) : strings.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: "auto" }}>
          {error && <Menu.Item onClick={() => void refetch()}>{strings.viewsFailed}</Menu.Item>}
          {views?.length === 0 && <Menu.Label>{strings.noViews}</Menu.Label>}
          <ViewItems label={strings.ownViews} views={own} open={open} />
          <ViewItems label={strings.sharedViews} views={shared} open={open} />
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog({ action: "save", view: null })}>
            {strings.saveView}
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Item onClick={() => setDialog({ action: "change", view: current })}>
                {strings.changeView(current.name)}
              </Menu.Item>
              <Menu.Item onClick={() => setDialog({ action: "delete", view: current })}>
                {strings.deleteView(current.name)}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog?.action === "delete" && dialog.view && (
        <DeleteDialog
          view={dialog.view}
          onDeleted={() => open({ ...search, view: undefined })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog && dialog.action !== "delete" && (
        <SaveDialog
          view={dialog.view}
          now={views?.find(({ viewId }) => viewId === dialog.view?.viewId) ?? dialog.view}
          others={(views ?? []).filter(
            ({ isOwn, viewId }) => isOwn && viewId !== dialog.view?.viewId,
          )}
          search={search}
          onSaved={(view) => open(readViewSearch(view))}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** The server names this permission in the calls of views that are shared. */
function useMayShare(): boolean {
  const may = useMay();
  return may({ name: putJobView.name, permission: "Job.Administrate" });
}

interface ViewItemsProps {
  readonly label: string;
  readonly views: readonly JobView[];
  readonly open: ViewMenuProps["open"];
}

function ViewItems({ label, views, open }: ViewItemsProps) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item key={view.viewId} onClick={() => open(readViewSearch(view))}>
          {view.name}
          {view.isShared && !view.isOwn && (
            <Text size="xs" c="dimmed">
              {strings.sharedBy(view.ownerName)}
            </Text>
          )}
        </Menu.Item>
      ))}
    </>
  );
}

interface SaveDialogProps {
  /** The view to change; null: what the list shows becomes another one. */
  readonly view: JobView | null;
  /** The view as now: it is loaded again while the dialog is open. */
  readonly now: JobView | null;
  /** The other views of the user. */
  readonly others: readonly JobView[];
  readonly search: JobsSearch;
  readonly onSaved: (view: JobView) => void;
  readonly onClose: () => void;
}

function SaveDialog({ view: opened, now, others, search, onSaved, onClose }: SaveDialogProps) {
  const [view, setView] = useState(opened);
  // A request that is sent again means the same view.
  const [viewId] = useState(() => view?.viewId ?? crypto.randomUUID());
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setIsShared] = useState(view?.isShared ?? false);
  const [isChecked, setIsChecked] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const mayShare = useMayShare();
  const reload = useReloadViews();
  const namesake = others.find((other) => isSameName(other.name, name));
  const mayReplace = !view && namesake !== undefined && (!namesake.isShared || mayShare);
  const save = useAction({
    mutationFn: () => {
      const replaced = isReplacing ? namesake : view;
      return request(putJobView, {
        params: { viewId: replaced?.viewId ?? viewId },
        body: {
          name: name.trim(),
          search: writeViewSearch(search),
          isShared: isShared || (isReplacing && namesake?.isShared === true),
          version: replaced?.version ?? null,
        },
      });
    },
    onSuccess: async (saved) => {
      await reload();
      notifications.show({ color: "green", message: strings.viewSaved(saved.name) });
      onSaved(saved);
      onClose();
    },
    // A view may have been added, changed or deleted elsewhere.
    onError: reload,
  });
  const isSaving = save.isPending || save.isSuccess;
  const isChanged = view !== null && now !== null && view.version !== now.version && !isSaving;
  const submit = () => {
    setIsChecked(true);
    if (name.trim() === "") return;
    if (!namesake || isReplacing) save.mutate();
    else if (mayReplace) {
      // A refusal of the new name is no answer to the question.
      save.reset();
      setIsReplacing(true);
    }
  };
  if (isReplacing && namesake)
    return (
      <ConfirmDialog
        title={strings.replaceTitle(namesake.name)}
        confirm={strings.replace}
        dismiss={strings.otherName}
        isPending={save.isPending}
        onConfirm={submit}
        onClose={() => setIsReplacing(false)}
      >
        <Text>{strings.replaceNote(namesake.name)}</Text>
        {namesake.isShared && <Text>{strings.replaceSharedNote}</Text>}
        {save.error && <ErrorNotice error={save.error} />}
      </ConfirmDialog>
    );
  const isTaken = namesake !== undefined && !mayReplace;
  return (
    <ConfirmDialog
      title={view ? strings.changeView(view.name) : strings.saveViewTitle}
      confirm={strings.save}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {isChanged && (
        <ChangedSinceNotice
          title={strings.viewChanged}
          lines={listDifferences(view, now)}
          goOn={strings.goOn}
          onGoOn={() => {
            if (name === view.name) setName(now.name);
            if (isShared === view.isShared) setIsShared(now.isShared);
            setView(now);
            save.reset();
          }}
        />
      )}
      <Text>{view ? strings.changeViewNote : strings.saveViewNote}</Text>
      <TextInput
        label={strings.viewName}
        description={strings.viewNameHint}
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={
          isChecked &&
          (name.trim() === ""
            ? strings.viewNameMissing
            : isTaken && strings.viewNameTaken(namesake.name))
        }
        data-autofocus
      />
      {mayShare && (
        <Checkbox
          label={strings.share}
          description={strings.shareNote}
          checked={isShared}
          onChange={({ currentTarget }) => setIsShared(currentTarget.checked)}
        />
      )}
      {save.error && !(isChanged && isConflict(save.error)) && (
        <ErrorNotice error={save.error} {...(view && { removed: strings.viewGone })} />
      )}
    </ConfirmDialog>
  );
}

function listDifferences(seen: JobView, now: JobView): string[] {
  return [
    ...(now.name === seen.name ? [] : [strings.viewIsNow(strings.viewName, now.name)]),
    ...(now.isShared === seen.isShared
      ? []
      : [now.isShared ? strings.viewIsShared : strings.viewIsOwn]),
    ...(now.search === seen.search ? [] : [strings.viewShowsOther]),
  ];
}

interface DeleteDialogProps {
  readonly view: JobView;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeleteDialog({ view, onDeleted, onClose }: DeleteDialogProps) {
  const reload = useReloadViews();
  const remove = useAction({
    mutationFn: () => request(deleteJobView, { params: { viewId: view.viewId } }),
    onSuccess: async () => {
      await reload();
      onDeleted();
      onClose();
    },
    onError: reload,
  });
  return (
    <ConfirmDialog
      title={strings.deleteTitle(view.name)}
      confirm={isNotFound(remove.error) ? null : strings.confirmDelete}
      isDestructive
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Text>{view.isShared ? strings.deleteSharedNote : strings.deleteNote}</Text>
      {remove.error && <ErrorNotice error={remove.error} removed={strings.viewDeleted} />}
    </ConfirmDialog>
  );
}
