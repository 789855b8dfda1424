"""Every number that stops something. `[limits]` in the config file may change those named in `SETTABLE`, within bounds.

Sizes are bytes, times seconds, unless the name says otherwise. Modules read them as `limits.NAME` when they need them,
never `from limits import NAME`, so that a setting holds everywhere.
"""

KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB

# Arguments
ARGUMENT = 64 * KIB  # a longer argument is a usage error
CUTS = 64  # places where one argument may be cut
DEPTH = 5  # containers inside containers

# Text
HEAD = 64 * KIB  # what is looked at to tell a format or an encoding
WHOLE = 16 * MIB  # files up to this size are judged whole
CHUNK = 128 * KIB  # one read
SCAN = 64 * KIB  # one read of a scan: it stays in the cache, four times as fast as 256 KiB
LINE = 64 * MIB  # a longer line is shown, but not searched or hashed whole

# Pages
LINES = 300  # lines of a page under the agent profile
LINES_MOST = 3000  # what a range may ask for
BYTES = 51_200  # bytes of a page, at least
BYTES_PER_LINE = 512
COLUMNS = 768  # characters of a line under the agent profile
CHARS = 40_000  # --max-chars unless given
CHARS_LEAST, CHARS_MOST = 200, 100_000
TABS = 1000  # columns between tab stops, at most

# What must be held in memory
HELD = 512 * MIB  # a document, or a member that must be held
INFLATED = GIB  # what one document may unpack to
RATIO = 200  # unpacked to packed ...
RATIO_FROM = 100 * MIB  # ... beyond this size
ENTRIES = 1_000_000  # of an archive
XML_DEPTH = 5000  # elements inside elements

# Databases
ROWS = 10_000  # of one answer
ROWS_HELD = 64 * MIB  # characters of the texts in one answer
QUERY = 20.0  # seconds for one answer, unless --timeout says otherwise
BUSY = 3.0  # seconds to wait for another program's lock
COUNTED = 2_000_000  # rows of a table up to which they are counted rather than estimated
COUNTED_BESIDE = 100_000  # the same where the count is only a word beside some rows
COUNT_TIME = 1.0  # seconds for counting one table ...
COUNT_TIMES = 4.0  # ... and all of a listing
TABLES = 500  # of a listing

# Pictures
IMAGE = 20 * MIB  # of the file, where the picture itself is wanted
IMAGE_BYTES = 500 * KIB  # of the picture as it is given

# A parser's child process
TIMEOUT = 30.0  # without progress
JOBS = 256  # processes at once
MEMORY = 2 * GIB

# The web
FETCHED = 50 * MIB  # an answer, packed and unpacked
REDIRECTS = 10
SLOWEST = 100  # bytes a second, over the time that counts as no progress
PATIENCE = 10  # times TIMEOUT for one target in all, however it drips
BESIDE = 5.0  # for what may lie beside a page: its Markdown, llms.txt
FEED_ITEMS = 10  # shown ...
FEED_TEXT = 500  # ... with so many characters of each
PAGES_KEPT = 200  # in the cache ...
BYTES_KEPT = 100 * MIB  # ... of so many bytes together ...
PAGE_KEPT = 10 * MIB  # ... and of so many each

# Line indexes
INDEXED = 64 * MIB  # files from this size on are worth one
INDEXES_KEPT = 1000
INDEX_BYTES_KEPT = 32 * MIB

# The text of documents that is kept
TEXT_KEPT = 8 * MIB  # of one
TEXTS_KEPT = 1000
TEXT_BYTES_KEPT = 200 * MIB
TEXT_AGE = 86_400.0  # seconds

# Looking around
SUGGEST = 0.5  # for a nearest name
SEARCH = 5.0  # for a suffix match

SETTABLE: dict[str, tuple[float, float]] = {
    "HELD": (KIB, 64 * GIB),
    "INFLATED": (KIB, 64 * GIB),
    "RATIO": (10, 100_000),
    "ENTRIES": (1, 100_000_000),
    "FETCHED": (KIB, 64 * GIB),
    "DEPTH": (1, 64),
    "TIMEOUT": (0, 86_400),
    "MEMORY": (64 * MIB, 1024 * GIB),
    "LINES": (1, 3000),
    "LINES_MOST": (1, 1_000_000),
    "BYTES": (1024, GIB),
    "COLUMNS": (0, 1_000_000),
    "CHARS": (200, 100_000),
    "WHOLE": (KIB, 4 * GIB),
    "XML_DEPTH": (64, 100_000),
}
