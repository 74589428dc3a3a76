import { streams } from '@guiche/contracts/streams.js'
import type { DuplicateRecord } from '@guiche/contracts/views/records.js'
import type { Doc, FindQuery } from '@guiche/infra/read-store/read-store.js'
import { createDocuments } from '@guiche/infra/records/documents.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { RouteDeps } from '../deps.js'
import { addCompanyData, type Ids, newContact, newTicket } from '../testing/company-data.js'
import { type Agent, type Desk, openDesk } from '../testing/desk.js'
import { duplicatesOf } from './duplicates.js'

describe('GET /contacts/duplicates', () => {
  let desk: Desk
  let ids: Ids
  let admin: Agent

  beforeAll(async () => {
    desk = await openDesk()
    ids = await addCompanyData(desk, 1)
    const foreign = await addCompanyData(desk, 2)
    admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    await newContact(desk, 1, 1, 'Maria Lopes', '5511987654321')
    await newContact(desk, 1, 2, 'Maria L', '551187654321')
    await newContact(desk, 1, 3, 'Caio Prado', '5511911111111')
    await newContact(desk, foreign.companyId, 4, 'Maria Lopes', '5511987654321')
    await newTicket(desk, ids, 1, 2, { status: 'open', userId: ids.agent })
    await desk.happen(1, streams.record('note', 1), 'note.created.v1', {
      ...{ noteId: 1, note: 'prefers mornings', contactId: 2, ticketId: null, userId: ids.agent },
    })
    await desk.settled()
  }, 60_000)
  afterAll(() => desk?.close())

  const groups = async (query = '', who = admin) => {
    const { status, body } = await desk.get<DuplicateRecord[] & { error?: string }>(
      who,
      `/contacts/duplicates${query}`,
    )
    if (status !== 200) return [status, body.error]
    return body.map(({ because, contacts }) => [
      because,
      ...contacts.map(({ id, tickets, notes }) => ({ id, tickets, notes })),
    ])
  }
  const BOTH = ['number', { id: 1, tickets: 0, notes: 0 }, { id: 2, tickets: 1, notes: 1 }]

  it('tells those of the company, the one that stays first, with how much would move', async () => {
    expect(await groups()).toEqual([BOTH])
    expect(await groups('?contactId=2')).toEqual([BOTH])
    expect(await groups('?contactId=3')).toEqual([])
  })

  it('is for admins, and about contacts of the company', async () => {
    expect(await groups('?contactId=4')).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    expect(await groups('?contactId=x')).toEqual([400, 'ERR_VALIDATION'])
    const supervisor = await desk.signIn({ userId: ids.supervisor, companyId: 1 })
    expect(await groups('', supervisor)).toEqual([403, 'ERR_NO_PERMISSION'])
  })

  it('reads those alone that may be duplicates, however many contacts there are', async () => {
    const { companyId } = await addCompanyData(desk, 3)
    const person = (n: number, name: string, known: 'pn' | 'lid') => {
      const number = `55119${90_000_000 + n}`
      return desk.happen(companyId, streams.contact(3000 + n), 'contact.created.v1', {
        ...{ contactId: 3000 + n, name, number: known === 'pn' ? number : null, email: '', extraInfo: [] },
        ...{ identities: [{ kind: known, value: number }], isGroup: false, connectionId: null },
      })
    }
    // a name of many contacts, all with known numbers, and a name of three contacts
    for (let n = 0; n < 200; n++) await person(n, n < 100 ? 'Ana Souza' : `Pessoa ${n}`, 'pn')
    await person(200, 'Bia Lima', 'pn')
    await person(201, 'Bia Lima', 'lid')
    await person(202, 'Bia Lima', 'lid')
    await desk.settled()
    let read = 0
    const { readStore, views, records } = desk
    const counting: typeof readStore = {
      ...readStore,
      find: async <D extends Doc>(query: FindQuery) => {
        const found = await readStore.find<D>(query)
        read += found.length
        return found
      },
      scan: () => Promise.reject(new Error('all are read')),
    }
    const documents = createDocuments(counting, views)
    const told = await duplicatesOf({ documents, records } as RouteDeps, companyId, null)
    expect(told.map(({ because, contacts }) => [because, contacts.map(({ id }) => id)])).toEqual([
      ['name', [3201, 3200]],
    ])
    // Three reads for contacts with the name, and the merged ids of each.
    expect(read).toBeLessThan(10)
  })

  it('does not tell those again that were merged', async () => {
    await desk.happen(1, streams.contact(2), 'contact.merged.v1', { contactId: 2, into: 1 })
    await desk.settled()
    expect(await groups()).toEqual([])
  })
})
