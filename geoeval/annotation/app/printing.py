"""One question with its proof as a page to print."""

from __future__ import annotations

from geoeval.annotation.draft import Proof
from geoeval.query.values import Names
from geoeval.reporting.audit.page import page_style
from geoeval.reporting.audit.pictures import draw_map
from geoeval.reporting.safe import plain


def print_page(proof: Proof) -> str:
    """Return a question with its options, label, verdict, proof and map as HTML."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    draft, value = proof.draft, proof.item.answer.value
    drawn = proof.illustration
    computed = value.names[:1] if isinstance(value, Names) else ()
    picture = None if drawn is None else draw_map(drawn, computed)
    environment = Environment(
        loader=PackageLoader("geoeval.annotation", "app"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    return environment.get_template("print.html").render(
        title=f"Question {plain(str(draft.id))}",
        style=Markup(page_style()),  # noqa: S704 - a file of ours
        text=plain(draft.text),
        options=[plain(each) for each in draft.used_options],
        label=draft.label,
        standing=proof.standing,
        verdict=proof.verdict,
        sentence=proof.sentence,
        answer=plain(proof.answer),
        assumptions=proof.assumptions,
        steps=[plain(each) for each in proof.steps],
        picture=None if picture is None else Markup(picture),  # noqa: S704 - drawn and escaped by us
        cited=proof.item.cited,
        context="\n".join(map(plain, draft.context.splitlines())),
    )
