import { describe, expect, it } from '@jest/globals'
import kafkajs, { type Admin } from 'kafkajs'
import { readCommitted } from './offsets.js'

/** The error that kafkajs creates for an error code. Its types lack some fields. */
const kafkaError = (type: string, retriable: boolean) =>
  new kafkajs.KafkaJSProtocolError({ name: 'refused', message: type, type, retriable } as unknown as Error)

const PLACES = [{ topic: 'log', partitions: [{ partition: 3, offset: '7', metadata: '00000042' }] }]

/** An admin client that throws these errors in order, then answers. */
const adminThat = (refusals: Error[]): Pick<Admin, 'fetchOffsets'> => ({
  fetchOffsets: async () => {
    const next = refusals.shift()
    if (next !== undefined) throw next
    return PLACES
  },
})

describe('the committed offsets of a group', () => {
  it('are requested again while the coordinator is loading', async () => {
    const loading = kafkaError('GROUP_LOAD_IN_PROGRESS', true)
    const admin = adminThat([loading, loading])
    expect(await readCommitted(admin, 'group', 'log')).toEqual(
      new Map([[3, { next: 7, lastPosition: '00000042' }]]),
    )
  })

  it('are not requested again after a final refusal or without an answer', async () => {
    const forbidden = kafkaError('GROUP_AUTHORIZATION_FAILED', false)
    await expect(readCommitted(adminThat([forbidden]), 'group', 'log')).rejects.toBe(forbidden)
    const cut = new Error('the connection was closed')
    await expect(readCommitted(adminThat([cut]), 'group', 'log')).rejects.toBe(cut)
  })
})
