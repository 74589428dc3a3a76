import { RECORDS, recordErrors, recordViews } from '../records/index.js'
import type { RecordSpec } from '../records/record.js'
import { AGGREGATES, COMMAND_AGGREGATES } from '../routes/effects.js'
import { item, sample, tariff } from './sample-records.js'

/**
 * Adds the test records to the real records, for end-to-end tests. Import this file before any module that derives something
 * from the list of records.
 */
Object.assign(COMMAND_AGGREGATES['DELETE /queue/:id'].also, { sample: 'admin' })
Object.assign(AGGREGATES, { sample: ['samples', 'item', 'tariffs'] })
for (const spec of [sample, item, tariff] as readonly RecordSpec[]) {
  const { name, plural, path, errors, fields } = spec
  Object.assign(RECORDS, { [name]: spec })
  Object.assign(recordErrors, errors)
  Object.assign(recordViews, { [plural]: [plural, `deleted-${plural}`] })
  const uploads = Object.keys(fields).map((field) => `/:id/${field}-upload`)
  for (const command of ['POST', 'PUT', 'DELETE'])
    for (const below of ['', '/:id', ...uploads])
      Object.assign(COMMAND_AGGREGATES, { [`${command} ${path}${below}`]: { own: ['sample'] } })
}
