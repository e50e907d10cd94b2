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
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction("job", "readwrite");
  const jobs = writing.objectStore("job");
  const reading = jobs.get(jobId);
  reading.addEventListener("success", () => {
    const job = reading.result as { customForms: { customFormId: string }[] };
    const others = job.customForms.filter((one) => one.customFormId !== customFormId);
    const lost = {
      ...job.customForms[0],
      customFormId,
      completionStatus: "InProgress",
      completedForm: { remarks: "kept answer" },
      completedOn: null,
    };
    jobs.put({ ...job, customForms: isTakenAway ? others : [...others, lost] });
  });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/** Runs in the page: the forms of a job as the phone stores them, as JSON. */
export function readForms(jobId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const reading = opening.result.transaction("job").objectStore("job").get(jobId);
      reading.addEventListener("success", () => {
        opening.result.close();
        resolve(JSON.stringify((reading.result as { customForms: unknown }).customForms));
      });
    });
  });
}

/** Runs in the page: marks a form in progress as complete, with the answers that it has. */
export async function writeCompletion({ jobId, customFormId }: FormKey): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction(["job", "draft"], "readwrite");
  writing.objectStore("draft").delete([jobId, `form:${customFormId}`]);
  const jobs = writing.objectStore("job");
  const reading = jobs.get(jobId);
  reading.addEventListener("success", () => {
    const job = reading.result as { customForms: { customFormId: string }[] };
    const completion = { completionStatus: "Complete", completedOn: new Date().toISOString() };
    const customForms = job.customForms.map((one) =>
      one.customFormId === customFormId ? { ...one, ...completion } : one,
    );
    jobs.put({ ...job, customForms });
  });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/** Runs in the page: adds an appliance that is a copy of one of the property's. */
export async function addApplianceLike(given: {
  readonly modelName: string;
  readonly location: number;
  readonly addedByEngineer?: boolean;
}): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction("propertyAppliance", "readwrite");
  const appliances = writing.objectStore("propertyAppliance");
  const reading = appliances.getAll();
  reading.addEventListener("success", () => {
    const rows = reading.result as { modelName: string | null }[];
    const row = rows.find(({ modelName }) => modelName === given.modelName);
    const now = new Date().toISOString();
    const propertyAssetId = crypto.randomUUID();
    const { location, addedByEngineer = false } = given;
    const added = { location, addedByEngineer, propertyAssetId, createdOn: now, modifiedOn: now };
    appliances.put({ ...row, ...added });
  });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/**
 * Runs in the page: sets the state of a page that was killed after storing the newest photos and before adding them to
 * the answers. Only the first `named` photos are in the answers.
 */
export async function forgetPhotos(form: FormKey & { readonly named: number }): Promise<void> {
  const { jobId, customFormId, named } = form;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const writing = database.transaction("draft", "readwrite");
  const drafts = writing.objectStore("draft");
  const reading = drafts.get([jobId, `form:${customFormId}`]);
  reading.addEventListener("success", () => {
    const draft = reading.result as { values: { answers: { photos: unknown[] } } };
    const photos = draft.values.answers.photos.slice(0, named);
    const values = {
      ...draft.values,
      answers: { ...draft.values.answers, photos },
      camera: ["photos"],
    };
    drafts.put({ ...draft, values });
  });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}
