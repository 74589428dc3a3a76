import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { conversation } from '@guiche/projector/views/conversation.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addCompanyData,
  type Ids,
  messageId,
  newContact,
  newMessage,
  newTicket,
  openDeskWithCompany,
} from '../testing/company-data.js'
import type { Agent, Desk } from '../testing/desk.js'
import { galleryOf } from './gallery.js'

describe('the gallery of a contact', () => {
  let desk: Desk
  let ids: Ids
  let agent: Agent
  let admin: Agent
  let foreigner: Agent
  const MANY = 35

  beforeAll(async () => {
    ;({ desk, ids, agent } = await openDeskWithCompany())
    admin = await desk.signIn({ userId: ids.admin, companyId: 1 })
    const foreign = await addCompanyData(desk, 2)
    foreigner = await desk.signIn({ userId: foreign.admin, companyId: 2 })
    await newContact(desk, 1, 811, 'Lia', '5511988888111')
    await newTicket(desk, ids, 9101, 811, { status: 'closed', userId: ids.agent, queueId: ids.sales })
    await newTicket(desk, ids, 9102, 811, { status: 'closed', userId: ids.supervisor, queueId: ids.support })
    for (let n = 0; n < MANY; n++) {
      await newMessage(desk, ids, 8000 + n, 9101, 811, `veja https://loja.example/${n}`)
      await newMessage(desk, ids, 8100 + n, 9101, 811, 'nada aqui')
    }
    // A message of a ticket that the agent may not open.
    await newMessage(desk, ids, 8200, 9102, 811, 'só para o suporte: https://segredo.example')
    await newMessage(desk, ids, 8201, 9102, 811, 'conta', { fileName: 'conta.png', blobId: 'b'.repeat(32) })
    await newMessage(desk, ids, 8202, 9101, 811, 'lista', { fileName: 'lista.png', blobId: 'c'.repeat(32) })
    await desk.settled()
  })
  afterAll(() => desk?.close())

  const page = async (who: Agent, query: string) =>
    (
      await desk.get<{ messages: MessageRecord[]; cursor: string | null }>(
        who,
        `/contacts/811/gallery?${query}`,
      )
    ).body
  /** The items of all pages. */
  const all = async (who: Agent, kind: string): Promise<string[]> => {
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const next = await page(who, `kind=${kind}${cursor && `&cursor=${cursor}`}`)
      found.push(...next.messages.map(({ id }) => id))
      cursor = next.cursor
    }
    return found
  }

  it('has links by pages, newest first, each once', async () => {
    const first = await page(agent, 'kind=links')
    expect(first.messages).toHaveLength(30)
    expect(first.cursor).not.toBeNull()
    const expected = Array.from({ length: MANY }, (_, n) => messageId(8000 + MANY - 1 - n))
    expect(await all(agent, 'links')).toEqual(expected)
    expect(await all(admin, 'links')).toEqual([messageId(8200), ...expected])
  })

  it('shows pictures to who may open their ticket, and files apart', async () => {
    expect(await all(agent, 'pictures')).toEqual([messageId(8202)])
    expect(await all(admin, 'pictures')).toEqual([messageId(8202), messageId(8201)])
    expect(await all(admin, 'files')).toEqual([])
  })

  it('is counted as far as it may be opened', async () => {
    const counts = async (who: Agent) => (await desk.get(who, '/contacts/811/counts')).body
    expect(await counts(agent)).toEqual({ tickets: 1, files: 1, schedules: 0 })
    expect(await counts(admin)).toEqual({ tickets: 2, files: 2, schedules: 0 })
  })

  it.each([
    ['/contacts/811/gallery?kind=secrets', 400],
    ['/contacts/811/gallery?kind=files&cursor=nonsense', 400],
    ['/contacts/999999/gallery?kind=files', 404],
    ['/contacts/999999/counts', 404],
  ])('refuses %s with %i', async (path, status) => {
    expect((await desk.get(admin, path)).status).toBe(status)
  })

  it('is nothing to another company', async () => {
    for (const path of ['/contacts/811/gallery?kind=files', '/contacts/811/counts'])
      expect((await desk.get(foreigner, path)).status).toBe(404)
  })

  it('asks for nothing but what an index leads to, so that a read is as long as its limit', async () => {
    const { indexes } = conversation.collections.find(({ name }) => name === 'messages') ?? { indexes: [] }
    const asked: { readonly where: object; readonly sort?: readonly (readonly [string, number])[] }[] = []
    const documents = {
      find: async (name: string, query: (typeof asked)[number]) => {
        if (name === 'messages') asked.push(query)
        return []
      },
      getMany: async () => new Map(),
    }
    const records = { presentMessages: async () => [] }
    for (const kind of ['pictures', 'files', 'links'] as const) {
      const contact = { contactId: 811, mergedInto: null }
      await galleryOf({ documents, records } as never, { companyId: 1 } as never, contact as never, {
        kind,
        after: null,
      })
    }
    expect(asked).toHaveLength(3)
    for (const { where, sort = [] } of asked) {
      const wanted = [...Object.keys(where), ...sort.map(([field]) => field)]
      expect(indexes.map((index) => index.slice(0, wanted.length))).toContainEqual(wanted)
    }
  })
})
