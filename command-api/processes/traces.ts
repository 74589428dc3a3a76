import { Report } from '@guiche/contracts/bus/reports.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { streams } from '@guiche/contracts/streams.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { LATER_PREFIX, PARKED_REPORTS } from '@guiche/infra/metrics/parked.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import { createDrafts } from '../drafts/drafts.js'
import type { Kernel } from '../kernel/kernel.js'
import { identitiesOf } from './message-report.js'

/** Kinds of the gateway's keys whose names begin with a number or linked id; see wa-gateway/providers/baileys. */
const NAMED = ['session', 'identity-key', 'lid-mapping', 'device-list', 'tctoken', 'contact']
/** Signal keys of groups, by group and member: the linked id or number is the second part. */
const GROUPED = ['sender-key', 'sender-key-memory']
const PAGE = 200

/** Removes a person's data from the vault, except messages. Each step is idempotent. */
export interface Traces {
  /** Removes the gateway's keys with names of these identities. A live session creates the needed keys again. */
  keys(connectionIds: readonly number[], known: readonly Identity[]): Promise<void>
  /** Removes parked reports about these people, or about removed messages. */
  reports(companyId: number, known: readonly Identity[]): Promise<void>
  /** Removes the users' drafts in tickets of the contact. */
  drafts(companyId: number, contactId: number): Promise<void>
}

export const createTraces = ({ vault, kernel }: { vault: Vault; kernel: Kernel }): Traces => {
  const remove = async (keys: readonly string[]): Promise<void> => {
    if (keys.length > 0) await vault.commit(keys.map((key) => ({ key, value: null })))
  }
  const isAbout = async (report: Report, values: ReadonlySet<string>): Promise<boolean> => {
    const people = [
      'peer' in report ? report.peer : null,
      'chat' in report ? report.chat : null,
      'author' in report ? report.author : null,
    ]
    const named = people.flatMap((one) => (one ? identitiesOf(one) : []))
    if (named.some(({ value }) => values.has(value))) return true
    if (!('waId' in report)) return false
    return kernel.isRemoved(streams.message(messageIdOf(report.connectionId, report.fromMe, report.waId)))
  }

  return {
    drafts: (companyId, contactId) => createDrafts(vault).forget(companyId, { contactId }),
    keys: async (connectionIds, known) => {
      for (const connectionId of connectionIds) {
        const prefix = `wa/${connectionId}/key/`
        const grouped = await Promise.all(GROUPED.map((kind) => vault.list(`${prefix}${kind}/`)))
        for (const { value } of known) {
          const named = await Promise.all(NAMED.map((kind) => vault.list(`${prefix}${kind}/${value}`)))
          const own = new RegExp(`(?<![0-9])${value}(?![0-9])`)
          await remove([...named, ...grouped].flat().filter((key) => own.test(key.slice(prefix.length))))
        }
      }
    },
    reports: async (companyId, known) => {
      const values = new Set(known.map(({ value }) => value))
      const own = `${PARKED_REPORTS}${companyId}/`
      const keys = [...(await vault.list(own)), ...(await vault.list(`${LATER_PREFIX}${own}`))]
      for (let from = 0; from < keys.length; from += PAGE) {
        const about: string[] = []
        for (const [key, entry] of await vault.getMany(keys.slice(from, from + PAGE))) {
          const { parked: _, ...body } = JSON.parse(entry.value.toString()) as { parked?: unknown }
          const report = checkSchema(Report, body)
          if (report.ok && (await isAbout(report.value, values))) about.push(key)
        }
        await remove(about)
      }
    },
  }
}
