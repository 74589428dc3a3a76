// The raw counterpart of the event store's writer: libsql alone, in the same kind of worker, with the same group commit.
import Libsql from 'libsql'

export const open = ({ file }) => {
  const db = new Libsql(file)
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL')
  db.exec(`CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (stream, revision)
  )`)
  const insert = db.prepare('INSERT INTO events (stream, revision, id, type, body) VALUES (?, ?, ?, ?, ?)')

  return {
    handle: (requests) => {
      db.exec('BEGIN IMMEDIATE')
      const replies = requests.map(({ stream, events }) => {
        let position = 0
        for (const [revision, { id, type, body }] of events.entries()) {
          position = insert.run([stream, revision, id, type, body]).lastInsertRowid
        }
        return { revision: events.length - 1, position }
      })
      db.exec('COMMIT')
      return replies
    },
    close: () => db.close(),
  }
}
