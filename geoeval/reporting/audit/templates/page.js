"use strict";
// Filters the findings by the form. Without this script, the page shows all findings.
const form = document.getElementById("filter");
const findings = [...document.querySelectorAll(".finding, tr[data-verdict]")];

function narrow() {
  const wanted = Object.fromEntries(new FormData(form));
  const text = wanted.text.trim().toLowerCase();
  let shown = 0;
  for (const one of findings) {
    const fits =
      (!wanted.rule || one.dataset.code === wanted.rule) &&
      (!wanted.verdict || one.dataset.verdict === wanted.verdict) &&
      (!text || one.textContent.toLowerCase().includes(text));
    one.hidden = !fits;
  }
  for (const chapter of document.querySelectorAll(".chapter")) {
    const inside = [...chapter.querySelectorAll(".finding")].filter((one) => !one.hidden);
    const rows = chapter.querySelectorAll("tr[data-verdict]:not([hidden])").length;
    chapter.hidden = (wanted.cause && chapter.id !== wanted.cause) || !(inside.length || rows);
    shown += chapter.hidden ? 0 : Math.max(inside.length, rows);
  }
  form.querySelector("output").value = `${shown} shown`;
}

// A permanent link shows its finding, even if it was filtered out or folded.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (form && target.closest("[hidden]")) {
    form.reset();
    narrow();
  }
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.scrollIntoView();
}

if (form) {
  form.hidden = false;
  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  narrow();
}
addEventListener("hashchange", reveal);
if (location.hash) reveal();
