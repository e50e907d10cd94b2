interface FormKey {
  readonly jobId: string;
  readonly customFormId: string;
}

/** Runs in the page: replaces the definition with which a form was begun. */
export async function writeFormBundle(
  form: FormKey & { readonly name: string; readonly pages: readonly unknown[] },
): Promise<void> {
  const { jobId, customFormId, name, pages } = form;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction(["formKit", "draft"], "readwrite");
  const definition = {
    customFormId,
    customFormDefinitionId: customFormId,
    version: 1,
    definition: { name, description: "", isSubForm: false, content: { pages } },
  };
  writing.objectStore("formKit").put({ jobId, customFormId, kit: { definition, subForms: [] } });
  writing.objectStore("draft").delete([jobId, `form:${customFormId}`]);
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/** Runs in the page: adds, or removes again, a form in progress of which the phone has only the answers. */
export async function plantLostForm(
  form: FormKey & { readonly isTakenAway?: boolean },
): Promise<void> {
  const { jobId, customFormId, isTakenAway = false } = form;
  const stored = await readStoredRows<{
    jobId: string;
    customForms: { customFormId: string }[];
  }>("job");
  const job = stored.find((row) => row.jobId === jobId);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction("job", "readwrite");
  const forms = job?.customForms ?? [];
  const others = forms.filter((one) => one.customFormId !== customFormId);
  const lost = {
    ...forms[0],
    customFormId,
    completionStatus: "InProgress",
    completedForm: { remarks: "kept answer" },
    completedOn: null,
  };
  const customForms = isTakenAway ? others : [...others, lost];
  writing.objectStore("job").put({ ...job, customForms });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/** Runs in the page: the forms of a job as the phone stores them, as JSON. */
export async function readForms(jobId: string): Promise<string> {
  const stored = await readStoredRows<{ jobId: string; customForms: unknown }>("job");
  return JSON.stringify(stored.find((row) => row.jobId === jobId)?.customForms);
}

/** Runs in the page: marks a form in progress as complete, with the answers that it has or with `answers`. */
export async function writeCompletion(
  form: FormKey & { readonly answers?: object },
): Promise<void> {
  const { jobId, customFormId, answers } = form;
  const stored = await readStoredRows<{
    jobId: string;
    customForms: { customFormId: string }[];
  }>("job");
  const job = stored.find((row) => row.jobId === jobId);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction(["job", "draft"], "readwrite");
  writing.objectStore("draft").delete([jobId, `form:${customFormId}`]);
  const completion = {
    completionStatus: "Complete",
    completedOn: new Date().toISOString(),
    ...(answers && { completedForm: answers }),
  };
  const customForms = job?.customForms.map((one) =>
    one.customFormId === customFormId ? { ...one, ...completion } : one,
  );
  writing.objectStore("job").put({ ...job, customForms });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/** Runs in the page: adds an appliance that is a copy of one of the property's. */
export async function addApplianceLike(given: {
  readonly modelName: string;
  readonly location: number;
  readonly addedByEngineer?: boolean;
}): Promise<void> {
  const rows = await readStoredRows<{ modelName: string | null }>("propertyAppliance");
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction("propertyAppliance", "readwrite");
  const row = rows.find(({ modelName }) => modelName === given.modelName);
  const now = new Date().toISOString();
  const propertyAssetId = crypto.randomUUID();
  const { location, addedByEngineer = false } = given;
  const added = { location, addedByEngineer, propertyAssetId, createdOn: now, modifiedOn: now };
  writing.objectStore("propertyAppliance").put({ ...row, ...added });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/**
 * Runs in the page: sets the state of a page that was killed after storing the newest photos and before adding them to
 * the answers. Only the first `named` photos are in the answers.
 */
export async function forgetPhotos(form: FormKey & { readonly named: number }): Promise<void> {
  const { jobId, customFormId, named } = form;
  const stored = await readStoredRows<{
    jobId: string;
    kind: string;
    values: { answers: { photos: unknown[] } };
  }>("draft");
  const draft = stored.find((row) => row.jobId === jobId && row.kind === `form:${customFormId}`);
  const images = await readStoredRows<{ entityId: string; openingId: string }>("image");
  const openingId = images.find(({ entityId }) => entityId === customFormId)?.openingId;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction("draft", "readwrite");
  const photos = draft?.values.answers.photos.slice(0, named);
  const answers = { ...draft?.values.answers, photos };
  const values = { ...draft?.values, answers, camera: ["photos"], openingId };
  writing.objectStore("draft").put({ ...draft, values });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}
