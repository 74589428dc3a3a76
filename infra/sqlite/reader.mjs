// Worker: long reads, so that they block neither the main thread nor the writer.
import { workerData } from 'node:worker_threads'
import { openDatabase } from './database.mjs'
import { serve } from './serve.mjs'

const db = openDatabase(workerData.file, { readOnly: true, ...workerData.options })
const statements = new Map()

const prepared = (sql) => {
  let statement = statements.get(sql)
  if (statement === undefined) {
    if (statements.size >= 500) statements.clear()
    statement = db.prepare(sql)
    statements.set(sql, statement)
  }
  return statement
}

serve({
  // A request is a list of queries that see one and the same state.
  handle: (requests) =>
    requests.map((queries) => {
      if (queries === 'forget') {
        statements.clear()
        return []
      }
      try {
        return db.transaction(
          () => queries.map(({ sql, parameters }) => prepared(sql).all(parameters)),
          'DEFERRED',
        )
      } catch (error) {
        return error
      }
    }),
  close: () => db.close(),
})
