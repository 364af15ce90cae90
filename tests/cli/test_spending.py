"""``--dry-run``, ``--rates`` and ``--budget``: the price of reading questions with a model."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from geoeval.llm.spending import CHARACTERS_PER_TOKEN, TYPICAL_REPLY_TOKENS, estimate_tokens
from tests.cli.conftest import Run, Save, question
from tests.cli.test_front_ends import ODD, question_without_query, read_as_direction
from tests.llm.fake_endpoint import MODEL, Answer, Body, Fake, says, serving

RATES = ("--rates", "3/0.3/15")
PLAIN = "In which direction is the Stone Pier from the Old Mill?"


def asked(fake: Fake, *more: str, who: str = MODEL) -> tuple[str, ...]:
    """Return the arguments that read questions with a model."""
    return ("--understand", who, "--base-url", fake.url, *RATES, *more)


def odd_questions(count: int) -> list[dict[str, object]]:
    """Return questions that only the model reads, each in other words."""
    return [question_without_query(n, f"{ODD} Case {n}.") for n in range(count)]


def spent(err: str) -> float:
    """Return the spend in the last line on standard error."""
    found = re.search(r"; ([\d.]+) spent", err.splitlines()[-1])
    assert found is not None
    return float(found[1])


def test_dry_run_counts_what_the_model_would_be_asked(run: Run, save: Save, tmp_path: Path) -> None:
    """Questions that the rules read, or that have a query, are not counted."""
    path = save([question_without_query(1), question_without_query(2, PLAIN), question(3)])
    with serving(read_as_direction) as fake:
        result = run("formalize", path, "--dry-run", *asked(fake, who=f"rules+{MODEL}"))
        assert fake.requests == []
    assert (result.code, result.err) == (0, "")
    assert [each.name for each in tmp_path.iterdir()] == ["set.json"]
    first, one, two = result.out.splitlines()
    assert first == f"model {MODEL}: 1 of 3 questions to ask, 0 replies from the cache"
    pattern = r"(\d) requests?: (\d+) characters, about (\d+) tokens read, (\d+) written; ([\d.]+)"
    lengths = []
    for number, line in enumerate((one, two), start=1):
        match = re.fullmatch(pattern, line)
        assert match is not None
        requests, characters, read, written = map(int, match.groups()[:4])
        assert (requests, written) == (number, number * TYPICAL_REPLY_TOKENS)
        assert read == estimate_tokens(characters)
        assert float(match[5]) == pytest.approx((3 * read + 15 * written) / 1e6, abs=1e-4)
        lengths.append(characters)
    assert lengths[1] == 2 * lengths[0] + TYPICAL_REPLY_TOKENS * CHARACTERS_PER_TOKEN


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_dry_run_needs_no_key(
    run: Run, save: Save, monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    path = save(odd_questions(2))
    arguments = ("formalize", path, "--understand", f"rules+{MODEL}", "--provider", provider)
    assert "of 2 questions to ask" in run(*arguments, "--dry-run").out
    assert "got neither" in run(*arguments).err


def test_dry_run_has_the_length_of_what_is_sent(run: Run, save: Save) -> None:
    path = save([question_without_query(1)])
    with serving(read_as_direction) as fake:
        dry = run("formalize", path, "--dry-run", *asked(fake))
        run("formalize", path, *asked(fake))
        first = fake.requests[0]
    schema = first["response_format"]["json_schema"]["schema"]
    length = sum(len(each["content"]) for each in first["messages"])
    length += len(json.dumps(schema, separators=(",", ":")))
    assert f"1 request: {length} characters" in dry.out


def test_dry_run_counts_cached_replies_as_free(run: Run, save: Save, tmp_path: Path) -> None:
    cache = ("--cache", str(tmp_path / "replies"))
    with serving(read_as_direction) as fake:
        run("formalize", save(odd_questions(2)), *asked(fake, *cache))
        sent = len(fake.requests)
        result = run("formalize", save(odd_questions(5)), "--dry-run", *asked(fake, *cache))
        assert len(fake.requests) == sent
    assert "3 of 5 questions to ask, 2 replies from the cache" in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rates", "3"), "expected --rates IN/OUT or IN/CACHED/OUT"),
        (("--budget", "1", "--rates", "3/15"), "expected --rates and --cache with --budget"),
        (("--budget", "1", "--cache", "replies"), "expected --rates and --cache with --budget"),
        (("--budget", "-1"), "--budget"),
        (("--understand", "rules", "--rates", "3/15"), "expected a MODEL in --understand with"),
        (("--understand", "rules", "--dry-run"), "expected a MODEL in --understand with"),
        (("--parts", "folder", "--rates", "3/15"), "--parts cannot be combined with --"),
    ],
)
def test_wrong_usage_exits_with_2(
    run: Run, save: Save, arguments: tuple[str, ...], message: str
) -> None:
    path = save([question_without_query(1)])
    named = () if "--understand" in arguments else ("--understand", MODEL)
    result = run("formalize", path, *named, "--base-url", "http://localhost:1/v1", *arguments)
    assert result.code == 2
    assert message in result.err


def test_the_last_line_sums_up_the_spend(run: Run, save: Save) -> None:
    """The report and the file of queries are the same with and without rates."""
    path = save(odd_questions(2))
    with serving(read_as_direction) as fake:
        result = run("solve", path, *asked(fake))
        plain = run("solve", path, "--understand", MODEL, "--base-url", fake.url)
    assert result.out == plain.out
    assert result.err.splitlines()[-1] == (
        f"geoeval: model {MODEL}: 2 requests, 0 from the cache, 0 failed; "
        "200 tokens read, 20 written; 0.0009 spent"
    )
    assert plain.err.splitlines()[-1].endswith("20 written")


def test_the_last_line_says_if_tokens_are_estimated(run: Run, save: Save) -> None:
    def uncounted(body: Body) -> Answer:
        reply = read_as_direction(body).body
        assert isinstance(reply, dict)
        return Answer(reply | {"usage": None})

    with serving(uncounted) as fake:
        result = run("solve", save(odd_questions(1)), *asked(fake))
    assert result.err.endswith("spent, estimated; replies without token counts: 1\n")
    assert spent(result.err) > 0.005


COUNT = 60
BUDGET = "0.04"


def test_a_run_stopped_by_the_budget_is_resumed_exactly(
    run: Run, save: Save, tmp_path: Path
) -> None:
    """Nothing is asked twice, and both runs together cost as much as one without a budget."""
    path = save(odd_questions(COUNT))
    output = tmp_path / "q.jsonl"
    cache = ("--cache", str(tmp_path / "replies"))

    def formalize(fake: Fake, *more: str) -> tuple[int, str]:
        result = run("formalize", path, "-o", str(output), *asked(fake, *more))
        assert result.out == ""
        return result.code, result.err

    with serving(read_as_direction) as fake:
        code, err = formalize(fake, *cache, "--budget", BUDGET)
        kept = [json.loads(line) for line in output.read_text().splitlines()]
        read = sum(entry["query"] is not None for entry in kept)
        assert code == 2
        assert 0 < read < COUNT
        assert (
            f"stopped at the budget: {read} of {COUNT} questions read; run again with a larger "
            "--budget and the same --cache"
        ) in err
        stopped = [entry["reason"] for entry in kept if entry["query"] is None]
        assert all(reason.startswith("budget_reached: ") for reason in stopped)
        assert spent(err) <= float(BUDGET)
        first = spent(err)
        code, err = formalize(fake, *cache, "--budget", "1")
        assert code == 0
        second = spent(err)
        resumed = output.read_text()
        bodies = [json.dumps(each, sort_keys=True) for each in fake.requests]
        assert len(bodies) == len(set(bodies)) == COUNT
    output.unlink()
    with serving(read_as_direction) as fake:
        code, err = formalize(fake)
    assert first + second == pytest.approx(spent(err), abs=2e-4)
    assert output.read_text() == resumed


@pytest.mark.parametrize("command", ["solve", "verify"])
def test_questions_beyond_the_budget_have_a_reason(
    run: Run, save: Save, tmp_path: Path, command: str
) -> None:
    """Those that the rules read are answered all the same."""
    path = save([question_without_query(1, PLAIN), question_without_query(2), question(3)])
    limit = ("--budget", "0.001", "--cache", str(tmp_path / "replies"), "--format", "json")
    with serving(lambda _: says("{}")) as fake:
        result = run(command, path, *asked(fake, *limit, who=f"rules+{MODEL}"))
        assert fake.requests == []
    first, second, third = map(json.dumps, json.loads(result.out)["items"])
    assert "might exceed the budget of 0.001" in second
    assert "budget" not in first + third
    assert "budget_reached" in result.out
    assert "stopped at the budget: 2 of 3 questions read; run again" in result.err
    assert result.code == 0
