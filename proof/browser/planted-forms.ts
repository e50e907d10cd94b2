interface FormKey {
  readonly jobId: string;
  readonly customFormId: string;
}

/** Runs in the page: the definition that a form was begun with becomes another one. */
export async function writeFormBundle(
  form: FormKey & { readonly name: string; readonly pages: readonly unknown[] },
): Promise<void> {
  const { jobId, customFormId, name, pages } = form;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
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
  writing
    .objectStore("formKit")
    .put({ jobId, customFormId, ownerId: "", kit: { definition, subForms: [] } });
  writing.objectStore("draft").delete([jobId, `form:${customFormId}`]);
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/** Runs in the page: a form in progress of which the phone knows nothing but the answers; or takes it away again. */
export async function plantLostForm(
  form: FormKey & { readonly isTakenAway?: boolean },
): Promise<void> {
  const { jobId, customFormId, isTakenAway = false } = form;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
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

/** Runs in the page: the forms of a job as they lie on the phone, as JSON. */
export function readForms(jobId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
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

/** Runs in the page: an appliance like one of the property's, which was added just now. */
export async function addApplianceLike(given: {
  readonly modelName: string;
  readonly location: number;
}): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
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
    const { location } = given;
    appliances.put({ ...row, location, propertyAssetId, createdOn: now, modifiedOn: now });
  });
  await new Promise((resolve) => writing.addEventListener("complete", resolve));
  database.close();
}

/**
 * Runs in the page: the page was killed between keeping the newest photos and naming them in the answers.
 * Only the first `named` are named.
 */
export async function forgetPhotos(form: FormKey & { readonly named: number }): Promise<void> {
  const { jobId, customFormId, named } = form;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
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
