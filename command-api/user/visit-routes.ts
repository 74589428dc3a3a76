import { domainError } from '@guiche/contracts/errors.js'
import { plainName } from '@guiche/contracts/plain-text.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok } from '@guiche/contracts/result.js'
import { visitRoutes } from '@guiche/contracts/routes/visits.js'
import { streams } from '@guiche/contracts/streams.js'
import { VISIT_LIMITS } from '@guiche/contracts/users/visits.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { companyDecider } from '../company/decide.js'
import type { AreaDeps } from '../deps.js'
import { metaOf } from '../kernel/meta.js'
import type { FinishEvents } from '../processes/consequences.js'
import { userDecider } from './decide.js'

export interface VisitRoutesDeps extends Pick<AreaDeps, 'kernel' | 'records' | 'documents' | 'clock'> {
  readonly finish: FinishEvents
}

/** Super users open the desks of other companies, and leave them (decision 0062). */
export const visitCommands = (deps: VisitRoutesDeps): readonly Route[] => {
  const { kernel, records, documents, clock } = deps

  /** The administrator whom the visitor acts for: the named one, else the company's first. */
  const hostOf = async (companyId: number, userId: number | undefined) => {
    if (userId !== undefined) return records.user(companyId, userId)
    const where = { companyId, deleted: false, profile: 'admin', super: false }
    return documents.first('users', { where })
  }
  /** Waits until the views show the events that the consequences wrote to the other company. */
  const untilKnown = async (companyId: number, position: string | null): Promise<void> => {
    if (position !== null) await records.waitFor(['users'], records.logPosition(companyId, position))
  }

  return serving('command', {})(visitRoutes, {
    'POST /visits': async (call) => {
      const { caller, body } = call
      const { companyId, minutes } = body
      const why = plainName(body.reason).trim()
      if (why.length < VISIT_LIMITS.shortest) return err(domainError('ERR_VALIDATION', { field: 'reason' }))
      const { state: company } = await kernel.load(companyDecider, streams.company(companyId))
      if (companyId === PLATFORM_COMPANY || company === null) return err(domainError('ERR_NO_COMPANY_FOUND'))
      if (company.erasing) return err(domainError('ERR_COMPANY_BEING_ERASED'))
      const host = await hostOf(companyId, body.userId)
      if (host === null) return err(domainError('ERR_NO_USER_FOUND'))
      if (host.profile !== 'admin' || host.super) return err(domainError('ERR_VISIT_REFUSED'))
      const meta = metaOf(call)
      const until = new Date(clock.now().getTime() + minutes * 60_000).toISOString()
      const command = {
        kind: 'begin-visit',
        ...{ sessionId: derivedUuid(meta.commandId, 'visit'), visitorSessionId: caller.sessionId },
        ...{ why, until, visitedUserId: host.userId, visitedCompanyId: companyId },
      } as const
      const begun = await kernel.execute(userDecider, streams.user(caller.userId), command, meta)
      if (!begun.ok) return begun
      await untilKnown(companyId, await deps.finish(begun.value.events))
      const { position, state } = begun.value
      return ok({
        position,
        body: { companyId, userId: host.userId, until: state.visiting?.until ?? until },
        headers: { 'Cache-Control': 'no-store' },
      })
    },

    'DELETE /visits/current': async (call) => {
      const { caller } = call
      const visitorId = caller.visit?.visitorId ?? caller.userId
      const stream = streams.user(visitorId)
      const { state: visitor } = await kernel.load(userDecider, stream)
      if (visitor.visiting === null) return ok({})
      const { visitedCompanyId } = visitor.visiting
      // inside a visit only that visit ends: the token of an old visit must not end a newer visit
      const sessionId = caller.visit === undefined ? null : caller.sessionId
      const leave = { kind: 'leave-visit', sessionId, reason: 'left' } as const
      const { companyId } = visitor
      const actor = { kind: 'super', id: visitorId } as const
      const left = await kernel.execute(userDecider, stream, leave, { ...metaOf(call), companyId, actor })
      if (!left.ok) return left
      await untilKnown(visitedCompanyId, await deps.finish(left.value.events))
      return ok({ companyId, position: left.value.position })
    },
  })
}
