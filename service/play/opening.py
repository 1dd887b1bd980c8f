"""Creating a game, and starting it when its last seat is filled."""

from typing import Any

import msgspec
from msgspec.structs import replace

from engine import catalogue
from engine.errors import InvalidOptions, UnknownRuleset
from engine.flow import Telling
from engine.game import Game
from service import errors
from service.play import announcements as told
from service.play import change as changes
from service.play.announcements import to_all
from service.play.bots import levels
from service.play.change import Change, played
from service.play.clock import hurry
from service.play.document import document
from service.play.fairness import commitment, derived_seed, new_server_seed
from service.play.position import Position, load
from service.play.record import Record, Seat, Status
from service.play.rounds import COUNTS_FOR_MS, landed, repeat
from service.play.seats import Answer, check_salt
from service.play.table import Caller, Key, Table
