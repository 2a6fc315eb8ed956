// The name of the table and its sentence: all that stands here until the pages do.
const stream = new EventSource("/stream");
const write = (id, text) => {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
};
stream.addEventListener("hello", (event) => {
  const hello = JSON.parse(event.data);
  write("table", hello.table);
  for (const seat of hello.phones) {
    const link = document.createElement("a");
    link.href = `/seat/${seat}`;
    link.textContent = hello.words.seat.replace("{seat}", seat);
    document.getElementById("seats")?.append(link, " ");
  }
});
stream.addEventListener("view", (event) => write("prompt", JSON.parse(event.data).prompt));
