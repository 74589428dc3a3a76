import { ok } from '@guiche/contracts/result.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { describe, expect, it } from '@jest/globals'
import type { ProviderSession } from '../providers/provider.js'
import { createReader } from './reader.js'

const about = { kind: 'read', companyId: 1, connectionId: 3, ref: '8', mark: 5 }
const workFor = (messageIds: readonly string[]) => ({ ...about, messageIds }) as unknown as DueWorkDoc

describe('read receipts', () => {
  it('are sent for messages of people that could be decrypted', async () => {
    const here = { connectionId: 3 }
    const docs = new Map<string, Partial<MessageDoc>>([
      ['theirs', { ...here, waId: 'A', fromMe: false, imported: false, kind: 'conversation' }],
      ['ours', { ...here, waId: 'B', fromMe: true, imported: false, kind: 'conversation' }],
      ['old', { ...here, waId: 'C', fromMe: false, imported: true, kind: 'conversation' }],
      ['elsewhere', { connectionId: 4, waId: 'E', fromMe: false, imported: false, kind: 'conversation' }],
      ['unreadable', { ...here, waId: 'D', fromMe: false, imported: false, kind: 'unreadable' }],
    ])
    const given: string[] = []
    const line = {
      read: async (targets: readonly { waId: string }[]) => {
        given.push(...targets.map(({ waId }) => waId))
        return ok(null)
      },
    } as unknown as ProviderSession
    const reports: unknown[] = []
    const reader = createReader({
      records: { messages: async () => docs as Map<string, MessageDoc> },
      report: async (_work, report) => void reports.push(report),
    })
    expect(await reader(workFor([...docs.keys()]), line)).toEqual({ kind: 'done' })
    expect(given).toEqual(['A'])
    expect(reports).toEqual([{ kind: 'receipts', companyId: 1, connectionId: 3, ticketId: 8, upTo: 5 }])
    docs.set('unreadable', { ...docs.get('unreadable'), kind: 'conversation' })
    await reader(workFor([...docs.keys()]), line)
    expect(given).toEqual(['A', 'A', 'D'])
    const before = reports.length
    expect(await reader(workFor(['theirs']), null)).toEqual({ kind: 'halt' })
    expect(reports).toHaveLength(before)
  })
})
