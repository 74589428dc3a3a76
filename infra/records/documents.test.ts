import { describe, expect, it } from '@jest/globals'
import type { Doc } from '../read-store/read-store.js'
import { cacheReads, type DocumentsById } from './documents.js'

const docOf = (id: string): Doc => ({ id, companyId: 1 })

/** Documents 1 to 3 of any collection, and the recorded requests. */
const setUp = () => {
  const asked: string[] = []
  const state = { fails: false }
  const documents: DocumentsById = {
    getMany: async (collection, ids) => {
      asked.push(`${collection} ${ids.join()}`)
      if (state.fails) throw new Error('away')
      const there = ids.map(String).filter((id) => ['1', '2', '3'].includes(id))
      return new Map(there.map((id) => [id, docOf(id) as never]))
    },
  }
  return { asked, state, documents }
}
const [contacts, tickets] = ['contacts', 'tickets'] as const

describe('cached documents of a request', () => {
  it('come from the first read, even if unfinished; absent ones stay absent', async () => {
    const { asked, documents } = setUp()
    const once = cacheReads(documents)
    const [first, second] = await Promise.all([
      once.getMany(tickets, [1, 2, 9]),
      once.getMany(tickets, ['2', 3, 3, 9]),
    ])
    expect([...first.keys()]).toEqual(['1', '2'])
    expect([...second.keys()]).toEqual(['2', '3'])
    expect(await once.getMany(tickets, [9])).toEqual(new Map())
    expect(asked).toEqual([`${tickets} 1,2,9`, `${tickets} 3`])
  })

  it('of different collections stay apart, even under one id', async () => {
    const { asked, documents } = setUp()
    const once = cacheReads(documents)
    await once.getMany(tickets, [1])
    await once.getMany(contacts, [1])
    expect(asked).toEqual([`${tickets} 1`, `${contacts} 1`])
  })

  it('fail for all their callers, and for no other caller', async () => {
    const { state, documents } = setUp()
    const once = cacheReads(documents)
    state.fails = true
    await expect(once.getMany(tickets, [1])).rejects.toThrow('away')
    state.fails = false
    await expect(once.getMany(tickets, [1, 2])).rejects.toThrow('away')
    expect([...(await once.getMany(tickets, [2])).keys()]).toEqual(['2'])
  })
})
