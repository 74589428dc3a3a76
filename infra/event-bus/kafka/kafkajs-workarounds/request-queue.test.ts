import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'
import { checkOnlyWhenQueued } from './request-queue.js'

describe('a connection to Kafka', () => {
  let sent: number[] = []
  const queue = (maxInFlightRequests: number | null = null) => {
    const logger = { debug: () => {}, warn: () => {} }
    const none = { requestTimeout: 1000, enforceRequestTimeout: false, clientId: 'c', broker: 'b', logger }
    return new RequestQueue({ ...none, maxInFlightRequests })
  }
  const ask = (its: RequestQueue, correlationId: number) =>
    its.push({
      entry: { correlationId, resolve: () => {}, reject: () => {} },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    })
  const answer = (its: RequestQueue, correlationId: number) =>
    its.fulfillRequest({ correlationId, payload: null, size: 0 })

  beforeEach(() => {
    sent = []
    jest.useFakeTimers()
    checkOnlyWhenQueued()
    checkOnlyWhenQueued()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('sets no timer after all answers came', () => {
    const its = queue()
    ask(its, 1)
    answer(its, 1)
    expect(sent).toEqual([1])
    expect(jest.getTimerCount()).toBe(0)
  })

  it('under throttling sends waiting requests when the throttling ends, then sets no timer', () => {
    const its = queue()
    its.maybeThrottle(50)
    ask(its, 1)
    ask(its, 2)
    jest.advanceTimersByTime(40)
    expect(sent).toEqual([])
    jest.advanceTimersByTime(30)
    expect(sent).toEqual([1, 2])
    expect(jest.getTimerCount()).toBe(0)
  })

  it('with the maximum of requests in flight sends the next one upon an answer', () => {
    const its = queue(1)
    ask(its, 1)
    ask(its, 2)
    expect(sent).toEqual([1])
    answer(its, 1)
    expect(sent).toEqual([1, 2])
    jest.advanceTimersByTime(100)
    expect(jest.getTimerCount()).toBe(0)
  })
})
