import msgspec
import pytest

from service.settings import Settings, SettingsError, unknown_variables


def test_without_variables_all_is_default() -> None:
    assert Settings.from_environment({"PATH": "/bin"}) == Settings()


def test_variables_set_fields_of_their_type() -> None:
    given = {
        "HUBCAPS_REDIS_URL": "redis://db:6379",
        "HUBCAPS_PORT": " 80 ",
        "HUBCAPS_SEEDED_GAMES": "true",
        "HUBCAPS_BOT_TIME_SCALE": "0.5",
        "HUBCAPS_CORS_ORIGINS": "https://a.example, https://b.example",
    }
    assert Settings.from_environment(given) == Settings(
        redis_url="redis://db:6379",
        port=80,
        seeded_games=True,
        bot_time_scale=0.5,
        cors_origins=("https://a.example", "https://b.example"),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "99999"),
        ("PORT", "http"),
        ("FSYNC", "sometimes"),
        ("SEEDED_GAMES", "perhaps"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_CLUSTER", "true"),
        ("TURN_MS", "-1"),
        ("ID_SECRET", "short"),
    ],
)
def test_a_bad_value_is_one_line_that_names_the_variable(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=rf"^HUBCAPS_{name}: [^\n]+\Z"):
        Settings.from_environment({f"HUBCAPS_{name}": value})


@pytest.mark.lesson(36)
def test_a_cluster_needs_a_plain_redis_for_its_queues() -> None:
    cluster = {"HUBCAPS_REDIS_URL": "redis://db", "HUBCAPS_REDIS_CLUSTER": "true"}
    with pytest.raises(SettingsError, match="HUBCAPS_QUEUE_URL"):
        Settings.from_environment(cluster)
    assert Settings.from_environment(cluster | {"HUBCAPS_QUEUE_URL": "redis://queue"}).redis_cluster


def test_every_setting_is_listed_with_help_and_no_secret_shows() -> None:
    settings = Settings(id_secret="s" * 20, redis_url="redis://user:pass@db:6379", queue_url="redis://q")
    listed = settings.listed()
    assert [line.variable for line in listed] == [f"HUBCAPS_{name.upper()}" for name in Settings.__struct_fields__]
    assert all(line.help for line in listed)
    values = {line.variable: line.value for line in listed}
    assert values["HUBCAPS_ID_SECRET"] == "(hidden)"
    assert values["HUBCAPS_REDIS_URL"] == "redis://(hidden)@db:6379"
    assert values["HUBCAPS_QUEUE_URL"] == "redis://q"


def test_a_listed_value_read_back_is_the_same_setting() -> None:
    changed = msgspec.structs.replace(Settings(), seeded_games=True, cors_origins=("a", "b"))
    assert Settings.from_environment({line.variable: line.value for line in changed.listed()}) == changed


def test_misspelt_variables_are_found() -> None:
    assert unknown_variables({"HUBCAPS_PROT": "1", "HUBCAPS_PORT": "1", "HOME": "/"}) == ("HUBCAPS_PROT",)
