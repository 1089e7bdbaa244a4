from reasonboard.python.board import Board as Board
from reasonboard.python.board import open as open  # noqa: A004
from reasonboard.python.errors import BoardError as BoardError
from reasonboard.python.loading import load as load
from reasonboard.python.log import Run as Run
from reasonboard.python.log import init as init
