import { expect, it } from '@jest/globals'
import { listeningLog } from '../testing/embedded.js'
import { STANDS_BY, waitWhileNewer } from './stand-by.js'

it('does not wait where no view is newer', async () => {
  const { logger, lines } = listeningLog()
  expect(await waitWhileNewer(async () => [], logger, new AbortController().signal)).toBe(false)
  expect(lines).toEqual([])
})

it('waits while one is, says so, and ends when the process does', async () => {
  const { logger, lines } = listeningLog()
  const stopping = new AbortController()
  const waiting = waitWhileNewer(async () => ['inbox'], logger, stopping.signal)
  const ended = expect(waiting).rejects.toThrow('aborted')
  while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(lines).toEqual([{ level: 'error', fields: { views: ['inbox'] }, message: STANDS_BY }])
  stopping.abort()
  await ended
})
