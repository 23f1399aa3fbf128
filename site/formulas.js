// Formulas of the pages, which Markdown leaves as \( … \) and \[ … \], drawn by KaTeX.
document.querySelectorAll(".arithmatex").forEach(place => {
  const text = place.textContent, display = text.startsWith("\\[");
  katex.render(text.slice(2, -2), place, { displayMode: display, throwOnError: true, output: "html" });
});
