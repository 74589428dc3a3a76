import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { RootState } from '../../app/store.js'
import { toastShown } from '../../components/toasts/toasts.js'
import type { PatchContext } from '../../realtime/patches.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const place = { pathname: '/tickets' }
Object.assign(globalThis, { location: place })
const followed: string[] = []
let lookedAt = ''
jest.unstable_mockModule('./conversation-on-screen.js', () => ({
  isOnScreen: async (uuid: string) => uuid === lookedAt,
}))
const alerted: string[] = []
const leaving: number[] = []
jest.unstable_mockModule('./notice-once.js', () => ({
  claimNotice: async (key: string) => !alerted.includes(key) && alerted.push(key) > 0,
  rememberLeaving: (ticketId: number) => void leaving.push(ticketId),
}))
const notified: object[] = []
jest.unstable_mockModule('./notify.js', () => ({ notifyUser: (notice: object) => notified.push(notice) }))
const { asOwnChange } = await import('./own-changes.js')
const { noticeFollowed, noticePatches } = await import('./notices.js')

const TICKET = {
  ...{
    id: 3,
    uuid: 'u3',
    status: 'open',
    userId: 7,
    user: { id: 7, name: 'Ana' },
    queueId: null,
    position: '05',
  },
  contact: { name: 'Carla', number: null, profilePicUrl: '/carla' },
}
const FILTER = { status: 'open' }
/** The effects of a frame in the window: its toasts, and the tags of its notifications. */
const receiveFrame = async (kind: 'appMessage' | 'ticket', frame: object, muted: readonly number[] = []) => {
  const toasts: string[] = []
  const data = { pages: [{ tickets: [TICKET], end: null }], pageParams: [null] }
  const list = { endpointName: 'tickets', originalArgs: FILTER, status: 'fulfilled', data }
  const state = {
    session: { user: { id: 7, companyId: 1, profile: 'user', queues: [] } },
    preferences: { muted },
    api: { queries: { 'tickets({"status":"open"})': list } },
  }
  const context = {
    dispatch: (action: unknown) => {
      if (noticeFollowed.match(action)) followed.push(action.payload)
      if (!toastShown.match(action)) return
      toasts.push(action.payload.text)
      action.payload.action?.run()
    },
    getState: () => state as unknown as RootState,
  } as unknown as PatchContext
  noticePatches[kind]?.(frame as never, context)
  const atOnce = [...toasts]
  await new Promise(setImmediate)
  // A toast about a transfer compares the ticket with the lists before the frame, so it is shown at once.
  if (kind === 'ticket') expect(toasts).toEqual(atOnce)
  return [...toasts, ...notified.splice(0)]
}
const message = { id: 'm1', author: null, mediaType: 'conversation', body: 'Hi', fromMe: false, read: false }
const written = { action: 'create', message, ticket: TICKET }
const taken = {
  action: 'update',
  ticket: { ...TICKET, userId: 8, user: { id: 8, name: 'Bia' }, position: '06' },
}

beforeEach(() => {
  place.pathname = '/tickets'
  lookedAt = ''
  alerted.length = 0
})

describe('a window shows', () => {
  it('a message once, with the way to its ticket', async () => {
    expect(await receiveFrame('appMessage', written)).toEqual([
      {
        ...{ key: 'm1', sound: 'message', system: true, title: 'Carla', body: 'Hi' },
        ...{ tag: 'ticket-3', path: '/tickets/u3', icon: '/carla' },
      },
    ])
    expect(await receiveFrame('appMessage', written)).toEqual([])
  })
  it('no message of a muted ticket, or of a ticket on the screen', async () => {
    expect(await receiveFrame('appMessage', written, [3])).toEqual([])
    lookedAt = 'u3'
    expect(await receiveFrame('appMessage', written)).toEqual([])
    expect(alerted).toEqual([])
  })
  it('a message of an own ticket on other pages, with a link to the ticket', async () => {
    place.pathname = '/contacts'
    const [toast] = await receiveFrame('appMessage', written)
    expect(toast).toBe('Carla: Hi')
    expect(followed).toEqual(['/tickets/u3'])
  })
  it('a ticket taken by a colleague, and no own changes', async () => {
    expect(await receiveFrame('ticket', taken)).toEqual(['Bia is handling Carla now.'])
    await asOwnChange(3, async () => expect(await receiveFrame('ticket', taken)).toEqual([]))
  })
})
