import { expect, it } from '@jest/globals'
import { listeningLog } from '../testing/embedded.js'
import { STANDS_BY, waitWhileNewer } from './stand-by.js'

it('a projector does not wait if no stored view is newer', async () => {
  const { logger, lines } = listeningLog()
  expect(await waitWhileNewer(async () => [], logger, new AbortController().signal)).toBe(false)
  expect(lines).toEqual([])
})

it('a projector waits while a stored view is newer, logs that, and stops with the process', async () => {
  const { logger, lines } = listeningLog()
  const stopping = new AbortController()
  const waiting = waitWhileNewer(async () => ['inbox'], logger, stopping.signal)
  const ended = expect(waiting).rejects.toThrow('aborted')
  while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(lines).toEqual([{ level: 'error', fields: { views: ['inbox'] }, message: STANDS_BY }])
  stopping.abort()
  await ended
})
