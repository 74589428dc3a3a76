import { describe, expect, it } from '@jest/globals'
import type { RootState } from '../app/store.js'
import { applyFrame, type PatchContext } from './patches.js'

describe('a frame that comes while a read is under way', () => {
  const readAgain = (event: string, endpointName: string): string[] => {
    const tags: string[] = []
    const state = { api: { queries: { one: { endpointName, status: 'pending' } } } }
    const context: PatchContext = {
      dispatch: () => undefined as never,
      getState: () => state as unknown as RootState,
      refetch: (tag) => void tags.push(tag),
    }
    applyFrame(event, { action: 'update' }, [], context)
    return tags
  }

  it.each([
    ['company-1-ticket', 'tickets', ['Tickets']],
    ['company-1-ticket', 'ticketByUuid', ['Opened']],
    ['company-1-ticket', 'messages', []],
    ['company-1-appMessage', 'ticketByUuid', ['Opened']],
    ['company-1-appMessage', 'messages', ['Messages']],
    ['company-1-whatsapp', 'tickets', ['Tickets']],
    ['company-1-whatsappSession', 'ticketByUuid', ['Opened']],
  ])('%s has %s read once more where it is about it', (event, endpoint, tags) => {
    expect(readAgain(event, endpoint)).toEqual(tags)
  })
})
