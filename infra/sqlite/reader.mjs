// Worker: long reads, so that they block neither the main thread nor the writer.
import { openDatabase } from './database.mjs'

export const open = ({ file, options }) => {
  const db = openDatabase(file, { readOnly: true, ...options })
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

  return {
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
  }
}
