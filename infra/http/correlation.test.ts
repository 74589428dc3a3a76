import { describe, expect, it } from '@jest/globals'
import { correlationOf } from './correlation.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('the correlation id of a request', () => {
  it.each([
    ['X-Request-Id', { 'x-request-id': 'req_1-A' }, 'req_1-A'],
    ['X-Correlation-Id', { 'x-correlation-id': 'abc' }, 'abc'],
    ['the trace of traceparent', { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, TRACE],
    [
      'X-Request-Id before all others',
      { 'x-request-id': 'r', 'x-correlation-id': 'c', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
      'r',
    ],
    ['the next one where one is unusable', { 'x-request-id': 'a b', 'x-correlation-id': 'c' }, 'c'],
  ])('is that of %s', (_name, headers, expected) => {
    expect(correlationOf(headers)).toBe(expected)
  })

  it.each([
    ['nothing', {}],
    ['an empty header', { 'x-request-id': '' }],
    ['a line break', { 'x-request-id': 'a\n{"level":60}' }],
    ['too much', { 'x-request-id': 'a'.repeat(101) }],
    ['two at once', { 'x-request-id': 'a, b' }],
    ['JSON', { 'x-correlation-id': '{"$gt":""}' }],
    ['another script', { 'x-request-id': 'ação' }],
    ['a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }],
    ['half a trace', { traceparent: `00-${TRACE}` }],
  ])('is a new one for %s', (_name, headers) => {
    expect(correlationOf(headers)).toMatch(UUID)
  })
})
