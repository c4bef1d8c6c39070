// The ledger's schema as numbered migrations, each applied in one transaction and never edited afterwards. CHECK
// constraints hold every row to what `JobState` promises.

extension Connection {
    /// Brings the database to the newest schema. `PRAGMA user_version` counts the migrations applied.
    func migrate() throws(LedgerError) {
        var version = 0
        try query("PRAGMA user_version") { row throws(LedgerError) in version = Int(row.integer(0)) }
        guard version <= migrations.count else {
            throw LedgerError(code: 1, description: "the ledger was written by a newer version of Papertray")
        }
        for number in version..<migrations.count {
            try transaction { () throws(LedgerError) in
                try execute(migrations[number])
                try execute("PRAGMA user_version = \(number + 1)")
            }
        }
    }
}

private let migrations = [
    """
    CREATE TABLE jobs (
        id            TEXT PRIMARY KEY,
        folder        TEXT NOT NULL,
        name          BLOB NOT NULL,
        device        INTEGER NOT NULL,
        inode         INTEGER NOT NULL,
        bytes         INTEGER NOT NULL CHECK (bytes >= 0),
        owner         INTEGER NOT NULL,
        owner_group   INTEGER NOT NULL,
        mode          INTEGER NOT NULL,
        modified      INTEGER NOT NULL,
        state         TEXT NOT NULL CHECK (state IN ('claimed', 'staged', 'queued', 'running', 'publishing',
                          'completed', 'quarantined', 'cancelled', 'deferred', 'held')),
        sha256        TEXT CHECK (length(sha256) = 64),
        facts         TEXT,
        plan          TEXT,
        attempts      INTEGER NOT NULL CHECK (attempts >= 0),
        interruptions INTEGER NOT NULL CHECK (interruptions >= 0),
        failure       TEXT,
        retry_at      INTEGER,
        created_at    INTEGER NOT NULL,
        updated_at    INTEGER NOT NULL,
        CHECK (state NOT IN ('staged', 'queued', 'running', 'publishing', 'completed') OR sha256 IS NOT NULL),
        CHECK (state NOT IN ('queued', 'running', 'publishing', 'completed') OR plan IS NOT NULL),
        CHECK (state NOT IN ('quarantined', 'deferred', 'held') OR failure IS NOT NULL),
        CHECK (state NOT IN ('deferred', 'held') OR retry_at IS NOT NULL)
    ) STRICT;
    CREATE INDEX jobs_by_state ON jobs (state, folder);
    CREATE INDEX jobs_by_identity ON jobs (device, inode);

    CREATE TABLE revisions (
        job       TEXT NOT NULL REFERENCES jobs (id),
        number    INTEGER NOT NULL CHECK (number >= 0),
        parent    INTEGER CHECK (parent < number),
        step      TEXT NOT NULL,
        options   TEXT NOT NULL,
        path      TEXT NOT NULL,
        type      TEXT NOT NULL,
        bytes     INTEGER NOT NULL CHECK (bytes >= 0),
        pages     INTEGER NOT NULL CHECK (pages >= 0),
        sha256    TEXT NOT NULL CHECK (length(sha256) = 64),
        at        INTEGER NOT NULL,
        PRIMARY KEY (job, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tasks (
        job    TEXT NOT NULL REFERENCES jobs (id),
        step   TEXT NOT NULL,
        part   INTEGER NOT NULL CHECK (part >= 0),
        path   TEXT NOT NULL,
        bytes  INTEGER NOT NULL CHECK (bytes >= 0),
        sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
        PRIMARY KEY (job, step, part, path)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE attempts (
        job      TEXT NOT NULL REFERENCES jobs (id),
        number   INTEGER NOT NULL CHECK (number > 0),
        began_at INTEGER NOT NULL,
        ended_at INTEGER,
        outcome  TEXT CHECK ((outcome IS NULL) = (ended_at IS NULL)),
        PRIMARY KEY (job, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE outputs (
        job    TEXT NOT NULL REFERENCES jobs (id),
        kind   TEXT NOT NULL CHECK (kind IN ('result', 'original', 'quarantine')),
        number INTEGER NOT NULL CHECK (number >= 0),
        path   BLOB NOT NULL,
        bytes  INTEGER NOT NULL CHECK (bytes >= 0),
        sha256 TEXT NOT NULL,
        placed INTEGER NOT NULL CHECK (placed IN (0, 1)),
        PRIMARY KEY (job, kind, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE events (
        at     INTEGER NOT NULL,
        folder TEXT NOT NULL,
        name   BLOB NOT NULL,
        job    TEXT,
        event  TEXT NOT NULL,
        detail TEXT NOT NULL
    ) STRICT;
    CREATE INDEX events_by_job ON events (job);
    CREATE INDEX events_by_name ON events (name);
    """,
    // A row waits (next_at), has arrived (delivered_at), or was given up (neither). `error` is a code and never a
    // sentence. What was told stays true when the job's row is withdrawn, so nothing refers to that.
    """
    CREATE TABLE notifications (
        key          TEXT PRIMARY KEY,
        job          TEXT NOT NULL,
        folder       TEXT NOT NULL,
        event        TEXT NOT NULL CHECK (event IN ('success', 'failure', 'attention')),
        target       TEXT NOT NULL CHECK (target <> ''),
        code         TEXT,
        payload      TEXT NOT NULL CHECK (json_valid(payload)),
        attempts     INTEGER NOT NULL CHECK (attempts >= 0),
        created_at   INTEGER NOT NULL,
        next_at      INTEGER,
        delivered_at INTEGER,
        error        TEXT CHECK (error NOT GLOB '*[^a-z0-9-]*' AND length(error) BETWEEN 1 AND 40),
        CHECK (next_at IS NULL OR delivered_at IS NULL),
        CHECK (delivered_at IS NULL OR (error IS NULL AND attempts > 0)),
        CHECK (next_at IS NOT NULL OR delivered_at IS NOT NULL OR error IS NOT NULL)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notifications_by_job ON notifications (job, event, target);
    CREATE INDEX notifications_of_attention ON notifications (target, created_at) WHERE event = 'attention';
    CREATE INDEX notifications_due ON notifications (target, next_at) WHERE next_at IS NOT NULL;
    """,
    // Files beside the first one (JSON), the batch that a failed document belonged to, and steps left out (JSON).
    """
    ALTER TABLE jobs ADD COLUMN inputs TEXT CHECK (inputs IS NULL OR json_valid(inputs));
    ALTER TABLE jobs ADD COLUMN batch TEXT;
    ALTER TABLE jobs ADD COLUMN skipped TEXT CHECK (skipped IS NULL OR json_valid(skipped));
    CREATE INDEX jobs_by_content ON jobs (sha256, folder) WHERE sha256 IS NOT NULL;
    CREATE INDEX jobs_by_batch ON jobs (batch) WHERE batch IS NOT NULL;
    CREATE INDEX jobs_with_inputs ON jobs (folder, state) WHERE inputs IS NOT NULL;
    """,
    // Files that lie beside a main one; how sure a page's text is and how long the step took; what a person is asked to
    // look at (JSON), though it is published.
    """
    ALTER TABLE revisions ADD COLUMN role TEXT NOT NULL DEFAULT 'main' CHECK (role IN ('main', 'side'));
    ALTER TABLE revisions ADD COLUMN quality TEXT CHECK (quality IS NULL OR json_valid(quality));
    ALTER TABLE revisions ADD COLUMN milliseconds INTEGER CHECK (milliseconds >= 0);
    ALTER TABLE jobs ADD COLUMN attention TEXT CHECK (attention IS NULL OR json_valid(attention));
    CREATE INDEX jobs_for_review ON jobs (id) WHERE attention IS NOT NULL;
    CREATE INDEX revisions_by_time ON revisions (at) WHERE milliseconds IS NOT NULL;
    """,
]
