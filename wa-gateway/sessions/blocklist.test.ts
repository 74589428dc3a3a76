import type { Report, WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import { expect, it } from '@jest/globals'
import { createRecords } from '../outbox/records.js'
import { createMemoryViews } from '../testing/memory-views.js'
import { createBlocklist } from './blocklist.js'

const ON = 7
const addressOf = (pn: string | null, lid: string | null): WhatsAppAddress => ({
  ...{ pn, lid, group: null, name: null },
})

/** Reports about contacts: number, linked id (LID), and connections that have blocked them. */
const reportedContacts = async (
  contacts: readonly (readonly [string | null, string | null, readonly number[]])[],
  peers: readonly WhatsAppAddress[],
) => {
  const { readStore, views, of } = createMemoryViews()
  for (const [index, [number, lid, blockedOn]] of contacts.entries()) {
    const contact: Partial<ContactDoc> = { contactId: index, number, lid, blockedOn }
    const doc = { ...contact, id: String(index), companyId: 1, isBlocked: blockedOn.length > 0 }
    of('contacts').set(doc.id, doc)
  }
  const reports: Report[] = []
  const records = createRecords(readStore, views)
  const take = createBlocklist({ records, report: async (report) => void reports.push(report) })
  await take({ companyId: 1, connectionId: ON }, peers)
  return reports.map((report) => report.kind === 'blocked' && [report.peer.pn, report.blocked])
}

it.each([
  ['somebody by both addresses, once', [['55', '9', []]], [addressOf('55', '9')], [['55', true]]],
  ['somebody by the number alone', [['55', null, []]], [addressOf('55', '9')], [['55', true]]],
  ['nobody who is no contact', [], [addressOf('55', '9')], []],
  ['nobody of whom it is known', [['55', '9', [ON]]], [addressOf(null, '9')], []],
  [
    'somebody who was blocked on another connection',
    [['55', '9', [8]]],
    [addressOf(null, '9')],
    [['55', true]],
  ],
  [
    'who is no longer blocked, here alone',
    [
      ['55', '9', [ON]],
      ['56', '8', [3]],
    ],
    [],
    [['55', false]],
  ],
  ['nobody who may be on the list without a number', [['55', null, [ON]]], [addressOf(null, '9')], []],
  ['who is surely not on the list', [['55', null, [ON]]], [addressOf('56', '9')], [['55', false]]],
] as const)('a changed blocklist reports %s', async (_what, contacts, peers, told) => {
  expect(await reportedContacts(contacts, peers)).toEqual(told)
})
