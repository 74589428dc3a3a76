import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { type Database, openDatabase } from './database.mjs'

const SECRET = 'only-the-erased-have-this'
const ROWS = 3000

/** Rows inserted so that SQLite moves many of them between pages; every third row is erased afterwards. */
const fillTable = (db: Database): void => {
  db.exec('CREATE TABLE docs (id TEXT PRIMARY KEY, doc TEXT NOT NULL) WITHOUT ROWID')
  const insert = db.prepare('INSERT INTO docs VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM docs WHERE id = ?')
  const idOf = (n: number): string => String((n * 7919) % ROWS).padStart(6, '0')
  for (let n = 0; n < ROWS; n++) {
    db.transaction(() =>
      insert.run([idOf(n), `${n % 3 === 0 ? SECRET : 'kept'} ${'x'.repeat(300 + (n % 500))}`]),
    )
  }
  db.transaction(() => {
    for (let n = 0; n < ROWS; n += 3) remove.run([idOf(n)])
  })
}

it('removed content is nowhere in the file, even if its row was moved before', async () => {
  const { dir, remove } = await tempDir()
  const file = join(dir, 'some.db')
  const db = openDatabase(file)
  try {
    fillTable(db)
    const kept = db.prepare('SELECT id, doc FROM docs').all([])
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    // SQLite alone leaves copies
    expect(readFileSync(file, 'latin1')).toContain(SECRET)

    const steps: string[] = []
    while (steps.at(-1) !== 'done') steps.push(db.scrub())
    expect(readFileSync(file, 'latin1')).not.toContain(SECRET)
    expect(readFileSync(`${file}-wal`)).toHaveLength(0)
    expect(steps.filter((step) => step === 'more').length).toBeGreaterThan(1)
    expect(db.prepare('PRAGMA integrity_check').all([])).toEqual([['ok']])
    expect(db.prepare('SELECT id, doc FROM docs').all([])).toEqual(kept)
    // once more, with new rows after it
    db.transaction(() => db.prepare('INSERT INTO docs VALUES (?, ?)').run(['later', 'x'.repeat(5000)]))
    while (db.scrub() !== 'done');
    expect(db.prepare('PRAGMA integrity_check').all([])).toEqual([['ok']])
  } finally {
    db.close()
    await remove()
  }
})
