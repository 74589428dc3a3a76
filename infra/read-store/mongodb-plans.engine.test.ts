import { afterEach, beforeEach, expect, it } from '@jest/globals'
import type { Mongo } from '../mongodb/connect.js'
import { onMongo } from '../testing/mongodb.js'
import { createMongoReadStore } from './mongodb.js'
import { filterOf, type KeptDocument, sortOf } from './mongodb-filter.js'
import type { FindQuery, ReadStore, Where } from './read-store.js'
import { MANY_PLANS, numbersBelow } from './testing/many.js'

await onMongo('MongoDB, by long lists, looks at no more than it finds', ({ fresh }) => {
  let mongo: Mongo
  let store: ReadStore
  beforeEach(async () => {
    mongo = await fresh()
    store = await createMongoReadStore({ mongo })
  })
  afterEach(async () => {
    await store.close()
    await mongo.close()
  })

  /** 3,000 documents of 1,000 contacts, one of whom has a conversation of 600 tickets. */
  const fill = async () => {
    await store.ensure([MANY_PLANS])
    const text = (n: number) => String((n * 7919) % 3000).padStart(4, '0')
    const put = numbersBelow(3000).map((n) => {
      const contactId = n % 3 === 0 ? 0 : n
      const doc = {
        id: `${n}`,
        companyId: 1,
        contactId,
        ticketId: n % 600,
        order: text(n),
        updatedAt: text(n),
      }
      return { collection: MANY_PLANS.name, doc }
    })
    await store.commit({ checkpoints: [], put, remove: [] })
  }
  const examined = async (where: Where, sort: FindQuery['sort'], limit: number) => {
    const found = mongo.db.collection<KeptDocument>(`docs.${MANY_PLANS.name}`).find(filterOf(where))
    const { executionStats } = await found.sort(sortOf(sort)).limit(limit).explain('executionStats')
    return executionStats as { nReturned: number; totalDocsExamined: number }
  }

  it('documents of many contacts', async () => {
    await fill()
    const contacts = { in: [1, 2, ...numbersBelow(298).map((n) => 10_000 + n)] }
    const { nReturned, totalDocsExamined } = await examined(
      { companyId: 1, contactId: contacts },
      [
        ['updatedAt', -1],
        ['id', -1],
      ],
      1000,
    )
    expect({ nReturned, totalDocsExamined }).toEqual({ nReturned: 2, totalDocsExamined: 2 })
  })

  it('a page of a conversation of many tickets', async () => {
    await fill()
    const where = { companyId: 1, contactId: { in: [0] }, ticketId: { in: numbersBelow(600) } }
    const { nReturned, totalDocsExamined } = await examined(where, [['order', -1]], 21)
    expect({ nReturned, totalDocsExamined }).toEqual({ nReturned: 21, totalDocsExamined: 21 })
  })
})
