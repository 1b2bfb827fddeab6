// A click on the heading of a column, or Enter, sorts the table by it: numbers by size, else as text; again: the other way.
function valueOf(row, column) {
  const text = row.cells[column].textContent.trim();
  const number = parseFloat(text.replace(/,/g, ""));
  return { text, number };
}

function sortBy(table, column, ascending) {
  const rows = [...table.tBodies[0].rows];
  const numbers = rows.every((row) => !Number.isNaN(valueOf(row, column).number));
  rows.sort((a, b) => {
    const x = valueOf(a, column), y = valueOf(b, column);
    return (ascending ? 1 : -1) * (numbers ? x.number - y.number : x.text.localeCompare(y.text));
  });
  table.tBodies[0].append(...rows);
}

document.addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll("article table")) {
    if (!table.tHead || !table.tBodies.length) continue;
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      heading.style.cursor = "pointer";
      heading.title = "sort";
      heading.tabIndex = 0;
      heading.addEventListener("keydown", (event) => event.key === "Enter" && heading.click());
      heading.addEventListener("click", () => {
        heading.dataset.ascending = heading.dataset.ascending === "yes" ? "no" : "yes";
        sortBy(table, column, heading.dataset.ascending === "yes");
      });
    });
  }
});
