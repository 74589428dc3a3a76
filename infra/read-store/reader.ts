import { explain, openDatabase, type Parameter, type Statement, type Value } from '../sqlite/database.mjs'
import { startWorker, type WorkerOptions } from '../sqlite/worker.js'
import { createTurns } from '../turns.js'

const WORKER = new URL('../sqlite/reader.mjs', import.meta.url)
const MAX_STATEMENTS = 500
/** The worker runs one query after another; at most one more waits there. */
const LIMITS = { atOnce: 2, perCompany: 1 }
const READ_OPTIONS = { readOnly: true, cacheMb: 16, mappedMb: 2000 }

export interface Query {
  readonly sql: string
  readonly parameters: readonly Parameter[]
}

/** Reads of read.db: short ones on this thread, the others in a worker. */
export interface Reader {
  /** rows of one query, at once */
  now(query: Query): Value[][]
  /** Rows of queries that see one state, from the worker; companies take turns. 0: for no company. */
  inWorker(companyId: number, queries: readonly Query[]): Promise<Value[][][]>
  /** Does `work` so that all its queries see one state. */
  together<T>(work: () => T): T
  /** Whether a query follows an index in order, so that it reads little more than it gives. */
  isShort(sql: string): boolean
  /** The columns by which a query finds its range of an index. Other conditions are tested on each row of the range. */
  boundBy(sql: string): ReadonlySet<string>
  /** Whether a query reads one range of a covering index, bound by at least `bounds` columns. */
  isCovered(sql: string, bounds: number): boolean
  /** Forgets prepared statements: tables have come or gone. */
  forget(): void
  close(): Promise<void>
}

interface PreparedStatement {
  readonly statement: Statement
  plan: readonly string[] | undefined
  bound: ReadonlySet<string> | undefined
}

/** The columns in `USING INDEX … (company_id=? AND field:status=? AND field:updatedAt<?)`. */
const boundIn = (plan: readonly string[]): ReadonlySet<string> =>
  new Set(
    plan.flatMap((step) =>
      [...step.matchAll(/(?<![\w:.])([\w:.]+)[=<>]{1,2}\?/g)].map(([, column = '']) => column),
    ),
  )

export interface ReaderOptions extends WorkerOptions {
  /** observes the error of a query and rethrows it */
  readonly failed: (failure: unknown) => never
  /** false: all is read on this thread, which is a worker itself */
  readonly ownWorker: boolean
}

export const createReader = async (file: string, options: ReaderOptions): Promise<Reader> => {
  const { failed, ownWorker } = options
  const db = openDatabase(file, READ_OPTIONS)
  const worker = ownWorker
    ? await startWorker<readonly Query[] | 'forget', Value[][][]>(
        WORKER,
        { file, options: READ_OPTIONS },
        options,
      )
    : null
  const turns = createTurns(LIMITS)
  const statements = new Map<string, PreparedStatement>()

  const prepared = (sql: string): PreparedStatement => {
    const found = statements.get(sql)
    if (found !== undefined) return found
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const made: PreparedStatement = { statement: db.prepare(sql), plan: undefined, bound: undefined }
    statements.set(sql, made)
    return made
  }
  const planOf = (sql: string): readonly string[] => {
    const one = prepared(sql)
    one.plan ??= explain(file, sql)
    return one.plan
  }
  const now = ({ sql, parameters }: Query): Value[][] => {
    try {
      return prepared(sql).statement.all(parameters)
    } catch (failure) {
      return failed(failure)
    }
  }
  const together = <T>(work: () => T): T => db.transaction(work, 'DEFERRED')
  return {
    now,
    inWorker: async (companyId, queries) =>
      worker === null
        ? together(() => queries.map(now))
        : turns({ companyId, later: false }, () => worker.call(queries)).catch(failed),
    together,
    isShort: (sql) =>
      planOf(sql).every(
        (step) => !step.startsWith('SCAN') && !step.includes('TEMP B-TREE') && !step.includes('SUBQUERY'),
      ),
    boundBy: (sql) => {
      const one = prepared(sql)
      one.bound ??= boundIn(planOf(sql))
      return one.bound
    },
    isCovered: (sql, bounds) => {
      const [step = '', ...more] = planOf(sql)
      const isCovering = step.startsWith('SEARCH') && step.includes('COVERING INDEX')
      return isCovering && more.length === 0 && step.split('?').length > bounds
    },
    forget: () => {
      statements.clear()
      void worker?.call('forget').catch(() => {})
    },
    close: async () => {
      await worker?.close()
      db.close()
    },
  }
}
