// The hand-written page: the same rows, plain elements, no framework.
void navigator.serviceWorker.register("worker.js");
const opening = indexedDB.open("floor", 1);
opening.onupgradeneeded = () => opening.result.createObjectStore("job", { keyPath: "jobId" });
opening.onsuccess = () => {
  const reading = opening.result.transaction("job").objectStore("job").getAll();
  reading.onsuccess = () => draw(reading.result);
};

function draw(jobs) {
  const main = document.querySelector("main");
  const heading = document.createElement("h2");
  heading.textContent = `Scheduled Jobs ${jobs.length}`;
  const cards = document.createDocumentFragment();
  cards.append(heading);
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "short", timeStyle: "short" });
  jobs.sort((a, b) => (a.appointmentDateTime < b.appointmentDateTime ? -1 : 1));
  for (const job of jobs) {
    const { addressLine1, postcode } = job.property;
    const card = document.createElement("button");
    for (const text of [
      time.format(new Date(job.appointmentDateTime)),
      `${addressLine1}, ${postcode}`,
      `${job.categoryName} - ${job.detailTypeName}`,
      `Booked for: ${job.clientPreferredTimeName ?? "None"}`,
      `Access notes: ${job.accessNotes ?? "None"}`,
    ]) {
      const line = document.createElement("span");
      line.textContent = text;
      card.append(line);
    }
    card.addEventListener("click", () => card.classList.add("open"));
    cards.append(card);
  }
  main.append(cards);
}
