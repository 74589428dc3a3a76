// Worker: the one writer of reports.db.
import { openDatabase } from '../sqlite/database.mjs'

export const open = ({ file }) => {
  const db = openDatabase(file, { synchronous: 'FULL' })
  db.exec(`
    CREATE TABLE IF NOT EXISTS messages (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      key INTEGER NOT NULL,
      value TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS offsets (
      topic TEXT NOT NULL,
      consumers TEXT NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (topic, consumers)
    ) WITHOUT ROWID;
  `)

  const insert = db.prepare('INSERT INTO messages (key, value) VALUES (?, ?)')
  const advance = db.prepare(
    'INSERT INTO offsets VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
  )
  const slowest = db.prepare('SELECT min(position) FROM offsets WHERE topic = ?')
  const prune = db.prepare('DELETE FROM messages WHERE position <= ?')

  const publish = (messages) => messages.map(({ key, value }) => insert.run([key, value]).lastRowId)

  const finish = ({ topic, group, position, prunes }) => {
    advance.run([topic, group, position])
    if (prunes) prune.run([slowest.get([topic])[0]])
    return []
  }

  return {
    handle: (requests) =>
      db.transaction(() =>
        requests.map((request) => ('publish' in request ? publish(request.publish) : finish(request.finish))),
      ),
    scrub: () => db.scrub(),
    close: () => db.close(),
  }
}
