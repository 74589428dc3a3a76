import type { HistoryImport } from '@guiche/contracts/history-import.js'
import type { Report } from '@guiche/contracts/reports.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createHistoryReports } from './history.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('the silence of a phone', () => {
  it('ends its import, unless another gateway has the connection by now', async () => {
    const reports: Report[] = []
    let isHeld = false
    const history = createHistoryReports({
      report: async (report) => void reports.push(report),
      importOf: async () => ({ id: 'import' }) as HistoryImport,
      silenceMs: 1000,
      held: () => isHeld,
    })
    const doc = { companyId: 1, connectionId: 7 } as ConnectionDoc
    await history.opened(doc)
    await jest.advanceTimersByTimeAsync(1000)
    expect(reports).toEqual([])
    isHeld = true
    await history.opened(doc)
    await jest.advanceTimersByTimeAsync(1000)
    expect(reports).toMatchObject([{ kind: 'history', connectionId: 7, importId: 'import', done: true }])
  })
})
