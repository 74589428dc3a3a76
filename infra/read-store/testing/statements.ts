import { join } from 'node:path'
import { explain } from '../../sqlite/database.mjs'
import { columnsOf } from '../conditions.js'
import { fieldsOf } from '../fields.js'
import { createFinder, type Finder } from '../finder.js'
import type { CollectionSpec } from '../read-store.js'
import type { Query } from '../reader.js'

/**
 * The statements that work on a collection asks SQLite for, and the steps in which each reads documents. The collection
 * is in the store of that folder.
 */
export const statementsIn = async (
  dir: string,
  { indexes }: CollectionSpec,
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
  const columns = columnsOf(fieldsOf(indexes))
  await work(createFinder(reader, () => columns))
  return asked.map((sql) => ({ sql, steps: explain(join(dir, 'read.db'), sql) }))
}
