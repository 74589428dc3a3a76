import type { ErrorCode } from '@guiche/contracts/errors.js'
import { RECORDS, type RecordName } from '@guiche/contracts/records/index.js'
import { ownerOf, type RecordSpec } from '@guiche/contracts/records/record.js'
import { missingOf } from '@guiche/contracts/records/references.js'
import { streams } from '@guiche/contracts/streams.js'
import { type AbsentIn, absentIn } from '../kernel/named-ids.js'
import { deciderOf } from './deciders.js'

/** The stream in which a record of a company stands. */
export const streamOf = (spec: RecordSpec, companyId: number, id: number): string =>
  spec.kept === 'alone'
    ? streams.record(spec.name, id)
    : streams.records(spec.plural, ownerOf(spec, companyId))

/** Resolves records in bodies. */
export const absentRecord = (name: RecordName): AbsentIn =>
  absentIn({
    decider: deciderOf(name),
    streamOf: (companyId, id) => streamOf(RECORDS[name], companyId, id),
    isThere: (state, id, companyId) =>
      state.companyId === ownerOf(RECORDS[name], companyId) && state.records.has(id),
    // the declarations give the set of codes
    error: missingOf(name) as ErrorCode,
  })

export const absentQueue = absentRecord('queue')
