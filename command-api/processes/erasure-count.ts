import type { Identity } from '@guiche/contracts/events/contact.js'
import type { Erased } from '@guiche/contracts/views/answers.js'
import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { AreaDeps } from '../deps.js'
import { messagesWrittenBy } from './erasure-items.js'

export type RemovedCounts = Erased['removed']
export type ErasureCount = ReturnType<typeof createErasureCount>

const COUNT_CAP = 1_000_000
const PAGE = 200

/**
 * Counts the data of an erasure once, before anything is removed. The count stays in the vault until the end, because a
 * resumed erasure finds less data. The entry holds numbers only.
 */
export const createErasureCount = (
  { documents, vault }: Pick<AreaDeps, 'documents' | 'vault'>,
  /** collections of the records that are erased with a contact, each with the field that names the contact */
  records: readonly (readonly [CollectionName, string])[],
) => {
  const keyOf = (companyId: number, contactId: number) => `erasing/${companyId}/${contactId}`

  /** Counts files of messages inside groups. The view of authors does not know files, so the messages are read. */
  const filesInGroups = async (inGroups: ReturnType<typeof messagesWrittenBy>): Promise<number> => {
    let files = 0
    let after: string[] = []
    while (inGroups.length > 0) {
      const authors = await documents.find('authors', {
        where: inGroups,
        sort: [
          ['position', 1],
          ['id', 1],
        ],
        limit: PAGE,
        ...(after.length > 0 && { after }),
      })
      const ids = authors.map(({ id }) => id)
      const messages = await documents.getMany('messages', ids)
      files += [...messages.values()].filter(({ mediaState }) => mediaState === 'stored').length
      const last = authors.at(-1)
      if (last === undefined || authors.length < PAGE) break
      after = [last.position, last.id]
    }
    return files
  }

  const count = async (
    companyId: number,
    members: readonly number[],
    known: readonly Identity[],
    upTo: string,
  ): Promise<RemovedCounts> => {
    const where = { companyId, contactId: { in: members } }
    const inGroups = messagesWrittenBy(companyId, known, upTo)
    const [grouped, groupedFiles, tickets, messages, files, ...others] = await Promise.all([
      inGroups.length === 0 ? 0 : documents.count('authors', inGroups, COUNT_CAP),
      filesInGroups(inGroups),
      documents.count('tickets', [where], COUNT_CAP),
      documents.count('messages', [where], COUNT_CAP),
      documents.count('messages', [{ ...where, mediaState: 'stored' }], COUNT_CAP),
      ...records.map(([collection, field]) =>
        documents.count(collection, [{ companyId, [field]: { in: members } }], COUNT_CAP),
      ),
    ])
    return {
      tickets,
      messages: messages + grouped,
      files: files + groupedFiles,
      records: others.reduce((sum, one) => sum + one, 0),
    }
  }

  return {
    /**
     * `members`: the contact and the contacts merged into it. `known`: their identities. `upTo`: the position
     * at which the erasure began.
     */
    begin: async (
      companyId: number,
      contactId: number,
      members: readonly number[],
      known: readonly Identity[],
      upTo: string,
    ): Promise<RemovedCounts> => {
      const key = keyOf(companyId, contactId)
      const kept = (await vault.getMany([key])).get(key)
      if (kept !== undefined) return JSON.parse(kept.value.toString()) as RemovedCounts
      const removed = await count(companyId, members, known, upTo)
      await vault.commit([{ key, value: Buffer.from(JSON.stringify(removed)) }])
      return removed
    },
    end: (companyId: number, contactId: number) =>
      vault.commit([{ key: keyOf(companyId, contactId), value: null }]),
  }
}
