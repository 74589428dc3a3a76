import { join } from 'node:path'
import { explain } from '../../sqlite/database.mjs'
import { tempDir } from '../../testing/temp-dir.js'
import { columnsOf } from '../conditions.js'
import { createEmbeddedReadStore } from '../embedded.js'
import { columnFields } from '../fields.js'
import { createFinder, type Finder } from '../finder.js'
import type { CollectionSpec } from '../read-store.js'
import type { Query } from '../reader.js'

/**
 * The SQL statements that a piece of work runs on an empty collection. `steps` are the lines of SQLite's query plan, as
 * EXPLAIN QUERY PLAN gives them.
 */
export const statementsOf = async (
  collection: CollectionSpec,
  work: (finder: Finder) => Promise<unknown>,
): Promise<{ sql: string; steps: readonly string[] }[]> => {
  const asked: string[] = []
  const ask = ({ sql }: Query) => {
    asked.push(sql)
    return []
  }
  const reader = {
    now: ask,
    inWorker: async (_companyId: number, queries: readonly Query[]) => queries.map(ask),
    together: <T>(work: () => T) => work(),
    isShort: () => false,
    isCovered: () => true,
    boundBy: () => new Set<string>(),
    forget: () => {},
    close: async () => {},
  }
  const columns = columnsOf(columnFields(collection.indexes))
  await work(createFinder(reader, () => columns))
  const folder = await tempDir()
  try {
    const store = await createEmbeddedReadStore({ dir: folder.dir })
    await store.ensure([collection])
    await store.close()
    return asked.map((sql) => ({ sql, steps: explain(join(folder.dir, 'read.db'), sql) }))
  } finally {
    await folder.remove()
  }
}
