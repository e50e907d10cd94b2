import { expect, test } from "@playwright/test";
import { formIds } from "@fieldfare/domain";
import { createGasRecordForm, gasAppliances } from "./gas-record.ts";
import { setUpFixture } from "./fixture.ts";

const address = "6 Choice Close";

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address, {
      jobCategoryId: 1,
      jobDetailTypeId: 12,
      property: {
        assets: gasAppliances.slice(0, 2),
        tenants: [{ fullName: "Robin Quill", phones: [] }],
        landlord: { name: "Example Homes", address: "2 Landlord Way, Leeds" },
      },
    });
  },
});

test("another appliance in an entry does not get the readings of the one before, and Undo puts them back", async () => {
  const { sam } = fixture;
  const record = createGasRecordForm(sam);
  const pressure = () => record.open().getByLabel(/^Operating pressure/);
  const inspected = () =>
    record
      .open()
      .getByRole("group", { name: "Inspected", exact: true })
      .getByRole("radio", { name: "Yes", exact: true });
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.open(`/jobs/selected/form/${formIds.gasSafetyRecord}`);
  await record.answerDetails();
  await record.next("Appliances");
  await record.answerAppliance(/^Combi boiler/);
  await record
    .open()
    .getByLabel("Appliance on the property's list")
    .selectOption({ label: "Gas fire, inset Example Maker Studio 22, Lounge" });
  await sam.seesToast(/^Your answers about .*Combi boiler.* were cleared/);
  await expect(sam.button(/^Combi boiler/)).toBeHidden();
  await expect(record.open().getByLabel("Model", { exact: true })).toHaveValue("Studio 22");
  await expect(inspected()).not.toBeChecked();
  await expect(pressure()).toBeHidden();
  await sam.button("Undo").click();
  await expect(sam.button(/^Combi boiler/)).toContainText("Finished");
  await expect(record.open().getByLabel("Model", { exact: true })).toHaveValue("Greenstar 30i");
  await expect(inspected()).toBeChecked();
  await expect(pressure()).toHaveValue("20");
});
