import { toPosition } from '@guiche/contracts/envelope.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { ReadStore } from '../read-store/read-store.js'
import { createDocuments } from '../records/documents.js'
import type { Vault } from '../vault/vault.js'
import { createAttempts } from './attempts.js'
import { createDueWork } from './due-work.js'

export interface Engines {
  readonly readStore: ReadStore
  readonly vault: Vault
  close(): Promise<void>
}

const NOON = Date.UTC(2026, 0, 5, 12)
const DELAYS = [1_000, 5_000]

/** The contract of due work over every engine. */
export const dueWorkContract = (name: string, make: () => Promise<Engines>): void => {
  describe(`due work: ${name}`, () => {
    let engines: Engines
    let time: number
    let position: number
    beforeEach(async () => {
      engines = await make()
      await engines.readStore.ensure([{ name: 'due-work', indexes: [['kind', 'dueAt', 'id']] }])
      ;[time, position] = [NOON, 0]
    })
    afterEach(() => engines.close())

    /** A due-work worker of a new process. */
    const open = async (limits = { atOnce: 10, perCompany: 5 }, forEver = false) => {
      const now = () => time
      const attempts = createAttempts({
        vault: engines.vault,
        prefix: 'due/erase/',
        delays: DELAYS,
        forEver,
        now,
      })
      await attempts.load()
      const collection = async (one: string) => one
      const documents = createDocuments(engines.readStore, { collection })
      return createDueWork({ documents, attempts, kind: 'erase', limits, now })
    }
    /** Folds an event that requests work. */
    const schedule = async (id: string, fields: Partial<DueWorkDoc> = {}): Promise<DueWorkDoc> => {
      position += 1
      const doc: DueWorkDoc = {
        ...{ id, companyId: 1, kind: 'erase', ref: id, connectionId: 0, ticketId: null, contactId: null },
        ...{ since: toPosition(position), dueAt: new Date(time).toISOString(), later: false },
        ...{ correlationId: 'test', requestedAt: '', asker: '', body: null, messageIds: null, mark: null },
        ...fields,
      }
      await engines.readStore.commit({ checkpoints: [], put: [{ collection: 'due-work', doc }], remove: [] })
      return doc
    }
    /** Folds an event that ends or cancels work. */
    const drop = (id: string) =>
      engines.readStore.commit({ checkpoints: [], put: [], remove: [{ collection: 'due-work', id }] })
    const ids = (works: readonly DueWorkDoc[]): string[] => works.map(({ id }) => id)

    it('is claimed when its time has come, not before', async () => {
      const due = await open()
      await schedule('a', { dueAt: new Date(NOON + 1_000).toISOString() })
      await schedule('b', { kind: 'send' })
      expect([ids(await due.claim()), await due.isAnyDue(), await due.nextDueAt()]).toEqual([
        [],
        false,
        NOON + 1_000,
      ])
      time = NOON + 1_000
      expect([await due.isAnyDue(), await due.nextDueAt()]).toEqual([true, Number.POSITIVE_INFINITY])
      expect(ids(await due.claim())).toEqual(['a'])
    })

    it('is not claimed when it was cancelled', async () => {
      const due = await open()
      await schedule('a')
      await drop('a')
      expect(ids(await due.claim())).toEqual([])
    })

    it('is claimed once, also while the view still shows it, and anew when it is asked for again', async () => {
      const due = await open()
      const first = await schedule('a')
      expect(ids(await due.claim())).toEqual(['a'])
      expect(ids(await due.claim())).toEqual([])
      await due.done(first)
      expect(ids(await due.claim())).toEqual([])
      await schedule('a')
      expect(ids(await due.claim())).toEqual(['a'])
    })

    it('is claimed again at once when it was not tried', async () => {
      const due = await open()
      await schedule('a')
      for (const work of await due.claim()) due.release(work)
      expect(ids(await due.claim())).toEqual(['a'])
    })

    it('that failed becomes due again later, so many times, by every process', async () => {
      const work = await schedule('a')
      for (const delay of DELAYS) {
        const due = await open()
        expect(ids(await due.claim())).toEqual(['a'])
        expect(await due.retryLater(work, 'TypeError')).toBe('later')
        expect([ids(await due.claim()), await due.nextDueAt()]).toEqual([[], time + delay])
        time += delay
      }
      const due = await open()
      expect(ids(await due.claim())).toEqual(['a'])
      expect(await due.retryLater(work, 'TypeError')).toBe('last')
      // the work counts as running until its end is reported
      expect(ids(await due.claim())).toEqual([])
      await due.done(work)
      expect(await engines.vault.list('due/')).toEqual([])
    })

    it('that is never given up is tried again after the last delay', async () => {
      const work = await schedule('a')
      const due = await open(undefined, true)
      for (const delay of [...DELAYS, 5_000, 5_000]) {
        expect(ids(await due.claim())).toEqual(['a'])
        expect(await due.retryLater(work, 'TypeError')).toBe('later')
        time += delay
      }
    })

    it('of a request that is made anew has not been tried', async () => {
      const due = await open()
      const [work] = [await schedule('a'), await due.claim()]
      await due.retryLater(work, 'TypeError')
      await schedule('a')
      expect(ids(await due.claim())).toEqual(['a'])
    })

    it('of one company never holds up that of another, also when it waits for its next try', async () => {
      const due = await open({ atOnce: 4, perCompany: 2 })
      const many = Array.from({ length: 250 }, (_, n) => `1-${String(n).padStart(3, '0')}`)
      for (const id of many) await schedule(id)
      await schedule('2-a', { companyId: 2 })
      await schedule('3-a', { companyId: 3 })
      const first = await due.claim()
      expect(ids(first)).toEqual(['1-000', '2-a', '3-a', '1-001'])
      for (const work of first) await due.retryLater(work, 'TypeError')
      await schedule('2-b', { companyId: 2 })
      expect(ids(await due.claim())).toEqual(['2-b', '1-002', '1-003'])
    })

    it('is read ahead, so what another company asks for meanwhile has its turn half a second later at most', async () => {
      const due = await open({ atOnce: 2, perCompany: 2 })
      for (let n = 0; n < 20; n++) await schedule(`1-${String(n).padStart(2, '0')}`)
      let [first] = await due.claim()
      await schedule('2-a', { companyId: 2 })
      if (first !== undefined) await due.done(first)
      ;[first] = await due.claim()
      expect(first?.id).toBe('1-02')
      time += 501
      if (first !== undefined) await due.done(first)
      expect(ids(await due.claim())).toEqual(['2-a'])
    })

    it('that gives way waits for all other', async () => {
      const due = await open({ atOnce: 2, perCompany: 2 })
      await schedule('a', { later: true })
      const [b] = [await schedule('b', { companyId: 2 }), await schedule('c', { companyId: 3 })]
      expect(ids(await due.claim())).toEqual(['b', 'c'])
      await due.done(b)
      expect(ids(await due.claim())).toEqual(['a'])
    })
  })
}
