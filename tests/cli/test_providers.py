"""``--provider``: the variables that set the address and the key of an endpoint."""

from __future__ import annotations

import pytest

from geoeval.cli.front_ends import Provider, model_at
from geoeval.errors import UsageError
from geoeval.llm.completion import Message
from geoeval.llm.protocols import PROTOCOLS
from tests.cli.conftest import Run, Save, question
from tests.llm.fake_endpoint import MODEL, Fake, serving
from tests.llm.providers import KEY, PROVIDERS

MESSAGES = [Message("user", "Where?")]
SCHEMA: dict[str, object] = {"type": "object", "additionalProperties": False}


def test_there_is_an_option_for_each_protocol() -> None:
    assert list(Provider) == list(PROTOCOLS)


@pytest.mark.parametrize("name", list(Provider))
@pytest.mark.parametrize("from_environment", [True, False])
def test_variables_set_address_and_key(
    monkeypatch: pytest.MonkeyPatch, name: Provider, *, from_environment: bool
) -> None:
    """Each server accepts only its own key; the address of Ollama may lack the scheme."""
    provider = PROVIDERS[name]

    def address(fake: Fake) -> str:
        return {
            Provider.OPENAI: fake.url,
            Provider.ANTHROPIC: fake.url.removesuffix("/v1"),
            Provider.OLLAMA: fake.url.removeprefix("http://").removesuffix("/v1"),
        }[name]

    with serving(lambda body: provider.fault(fake, body) or provider.says("{}")) as fake:
        for each in PROTOCOLS.values():
            monkeypatch.setenv(each.url_variable, "http://127.0.0.1:9")
            if each.key_variable:
                monkeypatch.setenv(each.key_variable, "sk-of-another-provider")
        if provider.protocol.key_variable:
            monkeypatch.setenv(provider.protocol.key_variable, f" {KEY}\n")
        if from_environment:
            monkeypatch.setenv(provider.protocol.url_variable, address(fake))
        base_url = None if from_environment else address(fake)
        assert model_at(MODEL, name, base_url, 5, None).ask(MESSAGES, SCHEMA, "a").text == "{}"
    assert not any("another" in value for sent in fake.headers for value in sent.values())


def test_only_ollama_needs_neither_address_nor_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in PROTOCOLS.values():
        for name in (each.key_variable, each.url_variable):
            monkeypatch.delenv(name or "", raising=False)
    for provider in (Provider.OPENAI, Provider.ANTHROPIC):
        variable = PROTOCOLS[provider].key_variable
        with pytest.raises(UsageError, match=f"expected --base-url or {variable} for the model"):
            model_at("m", provider, None, 5, None)
    model_at("m", Provider.OLLAMA, None, 5, None)


def test_an_unknown_provider_is_a_usage_error(run: Run, save: Save) -> None:
    result = run("solve", save([question(1)]), "--understand", "m", "--provider", "other")
    assert result.code == 2
    assert "--provider" in result.err
