import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { countParameters, type Database, explain, openDatabase, type Parameter } from './database.mjs'

describe('the wrapper of SQLite', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  let file: string
  let db: Database
  beforeEach(async () => {
    folder = await tempDir()
    file = join(folder.dir, 'test.db')
    db = openDatabase(file)
    db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, a, b)')
  })
  afterEach(async () => {
    db.close()
    await folder.remove()
  })
  const insert = (...values: unknown[]) =>
    db.prepare('INSERT INTO things (a, b) VALUES (?, ?)').run(values as Parameter[])
  const rows = () => db.prepare('SELECT a, b FROM things ORDER BY id').all([])

  it('gives back what was stored', () => {
    expect(insert('ação 😀', 1.5)).toEqual({ changes: 1, lastRowId: 1 })
    insert(null, Buffer.from([0, 1, 255]))
    insert(Number.MAX_SAFE_INTEGER, new Uint8Array([1, 2, 3]).subarray(1))
    expect(rows()).toEqual([
      ['ação 😀', 1.5],
      [null, Buffer.from([0, 1, 255])],
      [Number.MAX_SAFE_INTEGER, Buffer.from([2, 3])],
    ])
  })

  it('stores booleans as 0 and 1, because the driver aborts the process on them', () => {
    insert(true, false)
    expect(rows()).toEqual([[1, 0]])
  })

  it.each([
    ['undefined', undefined],
    ['a date', new Date()],
    ['an object', { a: 1 }],
    ['an array', [1]],
    ['a bigint', 1n],
    ['an integer that loses digits', 2 ** 53],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['text that would come back cut', 'a\u0000b'],
  ])('refuses %s as a parameter', (_, value) => {
    expect(() => insert(value, 1)).toThrow(TypeError)
    expect(rows()).toEqual([])
  })

  it.each([[[]], [['one']], [['one', 'two', 'three']]])(
    'refuses a wrong number of parameters: %j',
    (parameters) => {
      expect(() => insert(...parameters)).toThrow('2 parameters expected')
    },
  )

  it.each([
    ['a buffer', Buffer.from('x')],
    ['null', null],
    ['a text', 'x'],
    ['nothing', undefined],
  ])('refuses %s in place of the array of parameters', (_, value) => {
    const statement = db.prepare('SELECT ?')
    for (const call of [statement.run, statement.get, statement.all]) {
      expect(() => call(value as unknown as Parameter[])).toThrow('array')
    }
  })

  it('gives rows without extra properties, one or many', () => {
    insert('x', 1)
    const select = db.prepare('SELECT a, b FROM things')
    expect(select.get([])).toEqual(['x', 1])
    expect(Object.keys(select.get([]) ?? {})).toEqual(['0', '1'])
    expect(select.all([])).toEqual([['x', 1]])
    expect(db.prepare('SELECT a FROM things WHERE a = ?').get(['y'])).toBeUndefined()
  })

  it.each([0, 1, 99, 100, 101, 200, 250])('gives all of %i rows', (count) => {
    db.transaction(() => {
      for (let n = 0; n < count; n++) insert(n, null)
    })
    expect(rows().map(([a]) => a)).toEqual(Array.from({ length: count }, (_, n) => n))
  })

  it('undoes a transaction that throws, also one that SQLite has ended by itself', () => {
    expect(() =>
      db.transaction(() => {
        insert('x', 1)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(() =>
      db.transaction(() => {
        db.exec('ROLLBACK')
        throw new Error('gone')
      }),
    ).toThrow('gone')
    expect(db.transaction(() => insert('y', 2)).changes).toBe(1)
    expect(rows()).toEqual([['y', 2]])
  })

  it('cannot write through a connection for reading, which sees every commit', () => {
    const reader = openDatabase(file, { readOnly: true })
    const count = reader.prepare('SELECT count(*) FROM things')
    const first = reader.prepare('SELECT a FROM things')
    expect(() => reader.exec("INSERT INTO things (a) VALUES ('x')")).toThrow('readonly')
    for (let n = 0; n < 5; n++) {
      expect(count.get([])).toEqual([n])
      expect(count.all([])).toEqual([[n]])
      first.get([])
      insert(n, n)
    }
    reader.close()
  })

  it('explains a query without keeping a read snapshot open', () => {
    db.exec('CREATE INDEX by_a ON things (a)')
    expect(explain(file, 'SELECT b FROM things WHERE a = ?')).toEqual([
      expect.stringMatching(/^SEARCH .* by_a/),
    ])
    expect(explain(file, 'SELECT b FROM things ORDER BY b')).toEqual([
      expect.stringMatching(/^SCAN/),
      expect.stringContaining('TEMP B-TREE'),
    ])
    expect(() => db.prepare(' explain query plan SELECT 1')).toThrow('explain()')
  })

  it('waits for a lock as long as configured', () => {
    const other = openDatabase(file, { busyTimeoutMs: 50 })
    db.exec('BEGIN IMMEDIATE')
    const begun = Date.now()
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked')
    expect(Date.now() - begun).toBeGreaterThanOrEqual(45)
    db.exec('ROLLBACK')
    other.exec('BEGIN IMMEDIATE')
    other.close()
  })

  it.each([
    ['SELECT 1', 0],
    ['SELECT ?, ?', 2],
    ['SELECT \'?\', "a?", ? -- ?\n, ? /* ? */', 2],
    ["SELECT 'it''s ?', ?", 1],
  ])('counts the parameters of %j', (sql, count) => {
    expect(countParameters(sql)).toBe(count)
  })

  it.each(['SELECT ?1', 'SELECT :name', 'SELECT @name', 'SELECT $name'])('refuses %j', (sql) => {
    expect(() => db.prepare(sql)).toThrow('plain ?')
  })
})
