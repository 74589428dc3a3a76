import type { Change } from '@guiche/contracts/bus/changes.js'
import { CLOSE_CODES } from '@guiche/contracts/realtime/realtime.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { dueDateSettingsOf } from '@guiche/contracts/subscription/due-date-settings.js'
import { refusalOf } from '@guiche/contracts/subscription/refusal.js'
import {
  type SubscriptionSteps,
  standingAt,
  subscriptionStepsOf,
} from '@guiche/contracts/subscription/standing.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { closeClient } from './closing.js'
import type { Realtime } from './deps.js'

/** Milliseconds within which a refused client must answer the close. */
const CUT_MS = 500

/**
 * Closes the sockets of blocked companies, with the reason. Sockets of super users stay, unless their company is being
 * erased. A company's steps are computed once, until it or the platform's settings change.
 */
export const createRefuseBlocked = (realtime: Realtime) => {
  const { clients, companies, clock, documents, sending } = realtime
  const known = new WeakMap<
    CompanyDoc,
    { readonly platform: CompanyDoc | undefined; readonly steps: SubscriptionSteps }
  >()

  const stepsFor = (company: CompanyDoc): SubscriptionSteps => {
    const platform = companies.get(PLATFORM_COMPANY)
    const found = known.get(company)
    if (found?.platform === platform && found !== undefined) return found.steps
    const steps = subscriptionStepsOf(company, dueDateSettingsOf(platform?.settings))
    known.set(company, { platform, steps })
    return steps
  }

  const refuse = (companyId: number, company: CompanyDoc): void => {
    const standing = standingAt(stepsFor(company), clock.now().getTime())
    const refusal = refusalOf(standing, company, companies.get(PLATFORM_COMPANY)?.settings)
    if (refusal === null) return
    const out = [...clients.ofCompany(companyId)].filter(
      ({ caller, closingSince }) =>
        caller !== null && (!caller.super || company.erasing === true) && closingSince === null,
    )
    sending.send(out, 'error', companyId, { code: refusal.code })
    for (const client of out) {
      // pending frames and the close frame go out in one write: a company may have thousands of sockets
      client.stream.cork()
      closeClient(realtime, client, CLOSE_CODES.blocked)
      client.stream.uncork()
      // cuts a socket that does not answer the close within a second
      setTimeout(() => client.ws.terminate(), CUT_MS).unref()
    }
  }

  return {
    /** Checks all companies with connected users. */
    all: (): void => {
      for (const companyId of [...clients.companies()]) {
        const company = companies.get(companyId)
        if (company !== undefined) refuse(companyId, company)
      }
    },
    /** Checks changed companies, before any frame about them is sent. */
    changed: async (changes: readonly Change[]): Promise<void> => {
      const ids = changes.map(({ id }) => Number(id)).filter((id) => clients.ofCompany(id).size > 0)
      if (ids.length === 0) return
      const docs = await documents.getMany('companies', ids)
      for (const id of ids) {
        const doc = docs.get(String(id))
        if (doc !== undefined) refuse(id, doc)
      }
    },
  }
}
export type RefuseBlocked = ReturnType<typeof createRefuseBlocked>
