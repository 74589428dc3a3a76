import type { Report } from '@guiche/contracts/bus/reports.js'
import type { HistoryImport } from '@guiche/contracts/message/history-import.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { silentLogger } from '../logger.js'
import { createHistoryReports } from './history.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const doc = { companyId: 1, connectionId: 7 } as ConnectionDoc
const END = { kind: 'history', connectionId: 7, importId: 'import', done: true }

/** `failures`: number of reads of the current import that fail. */
const setUp = (failures = 0) => {
  const reports: Report[] = []
  const state = { isHeld: true, failures }
  const history = createHistoryReports({
    report: async (report) => void reports.push(report),
    importOf: async () => {
      if (state.failures-- > 0) throw new Error('the views are away')
      return { id: 'import' } as HistoryImport
    },
    silenceMs: 1000,
    held: () => state.isHeld,
    logger: silentLogger,
  })
  return { history, reports, state }
}

describe('the silence of a phone during an import', () => {
  it('ends the import, unless another gateway now has the connection', async () => {
    const { history, reports, state } = setUp()
    await history.opened(doc)
    state.isHeld = false
    await jest.advanceTimersByTimeAsync(1000)
    expect(reports).toEqual([])
    state.isHeld = true
    await history.opened(doc)
    await jest.advanceTimersByTimeAsync(1000)
    expect(reports).toMatchObject([END])
  })

  it('ends the import, also if the views were away when the line came up', async () => {
    const { history, reports } = setUp(1)
    await history.opened(doc)
    await jest.advanceTimersByTimeAsync(1000)
    expect(reports).toMatchObject([END])
  })

  it('ends nothing while the line is down', async () => {
    const { history, reports } = setUp(1)
    const opening = history.opened(doc)
    history.closed(doc.connectionId)
    await opening
    await jest.advanceTimersByTimeAsync(1000)
    expect(reports).toEqual([])
  })
})

describe('the last part of a history', () => {
  it('is reported with the import’s end once the views are back', async () => {
    const { history, reports } = setUp(2)
    await history.take(doc, { kind: 'history', found: 3, leftOut: 1, progress: 100, isLast: true })
    expect(reports).toMatchObject([{ kind: 'history', found: 3, leftOut: 1, done: false }, END])
  })
})
