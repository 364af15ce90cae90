"""One question with its proof as a page to print."""

from __future__ import annotations

from geoeval.annotation.draft import Proof
from geoeval.query.values import Names
from geoeval.reporting.audit.markup import as_markup, load_template
from geoeval.reporting.audit.page import page_style
from geoeval.reporting.audit.pictures import draw_map


def print_page(proof: Proof) -> str:
    """Return an HTML page with a question, its options, label, verdict, proof and map."""
    draft, value = proof.draft, proof.item.answer.value
    drawn = proof.illustration
    computed = value.names[:1] if isinstance(value, Names) else ()
    picture = None if drawn is None else draw_map(drawn, computed)
    return load_template("print.html", "geoeval.annotation.app").render(
        title=f"Question {draft.id}",
        style=as_markup(page_style()),
        text=draft.text,
        options=draft.used_options,
        label=draft.label,
        standing=proof.standing,
        verdict=proof.verdict,
        sentence=proof.sentence,
        answer=proof.answer,
        basis=proof.basis,
        steps=proof.steps,
        picture=picture,
        cited=proof.item.cited,
        context=draft.context.splitlines(),
    )
