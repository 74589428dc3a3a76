import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { RECORDS, type Records } from '@guiche/contracts/records/index.js'
import type { ShownRecord } from '@guiche/contracts/records/shapes.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { scheduleRoutes } from '@guiche/contracts/routes/schedules.js'
import { streams } from '@guiche/contracts/streams.js'
import { mayCall } from '@guiche/contracts/users/permissions.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { presentRecords, recordReaders } from '@guiche/infra/records/present-records.js'
import type { AreaDeps } from '../deps.js'
import { removeFormerFiles } from '../files/former-files.js'
import { namedStorageOf } from '../files/named-storage.js'
import { metaOf } from '../kernel/meta.js'
import { deciders } from './deciders.js'
import { changeOccurrence, type Schedule, scheduleDecisions } from './schedules.js'
import type { RecordCommand } from './state.js'

type Deps = Pick<AreaDeps, 'kernel' | 'documents' | 'blobs' | 'vault' | 'clock'>

/** The commands of single occurrences of recurring messages: the author of the series and admins change them. */
export const occurrenceCommands = (deps: Deps): readonly Route[] => {
  const { kernel, documents, clock } = deps
  const decider = deciders.schedule
  const spec = RECORDS.schedule
  return serving('command', {})(scheduleRoutes, {
    'POST /schedules/:id/occurrences': async (call) => {
      const { caller, body } = call
      const { companyId } = caller
      const id = call.params.id
      const missing = err(domainError('ERR_NO_SCHEDULE_FOUND'))
      const action = { leaveOut: false, sendAt: null, body: null, ...body }
      const handled = await kernel.execute(
        decider,
        streams.record('schedule', id),
        async (state): Promise<Result<RecordCommand<Schedule>, DomainError>> => {
          const stored = state.companyId === companyId ? state.records.get(id) : undefined
          if (stored === undefined) return missing
          if (stored.userId !== caller.userId && !mayCall('admin', caller)) {
            const doc = await documents.one('schedules', companyId, id)
            const mayRead = doc !== null && (await recordReaders(documents, spec, [doc]))(caller, doc)
            return mayRead ? err(domainError('ERR_NO_PERMISSION')) : missing
          }
          if (scheduleDecisions.stands?.(stored, 'change')) return err(domainError('ERR_SCHEDULE_SENT'))
          const changed = changeOccurrence(stored, action, clock.now().toISOString())
          if (!changed.ok) return changed
          if (changed.value === null) return ok({ kind: 'delete', id, caller })
          return ok({ kind: 'settle', id, companyId, from: {}, to: changed.value })
        },
        metaOf(call),
      )
      if (!handled.ok) return handled
      const { state, position } = handled.value
      if (!state.records.has(id)) await removeFormerFiles(namedStorageOf(deps), state.formerFiles, id)
      return ok({
        id,
        position,
        body: async () => {
          const doc = await documents.one('schedules', companyId, id)
          const [shown] = doc === null ? [] : await presentRecords(documents, spec, [doc])
          // in the form of its declaration
          return (shown ?? null) as ShownRecord<Records['schedule']> | null
        },
      })
    },
  })
}
