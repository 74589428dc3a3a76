import { describe, expect, it, jest } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import type { RootState } from '../../app/store.js'
import { fakeLocalStorage } from '../../base/testing/local-storage.js'
import type { PatchContext } from '../../realtime/patches.js'
import { draftKey, readDraft, registerComposer, writeDraft } from './drafts.js'
import { attachedKey, attachedTo, changeAttached } from './kept-attachments.js'

// the texts are bundled by Vite, which tests do not run
jest.unstable_mockModule('../../i18n/i18n.js', () => ({ currentLanguage: () => 'en' }))
const { baseApi } = await import('../../api/base-api.js')
const { files, sendingReducer } = await import('./outgoing.js')
const { patches } = await import('./patches.js')
const { keptUnsent } = await import('./unsent.js')

const ME = 3
const file = new File(['x'], 'voice.webm')
/** A page and its toasts. */
const openPage = () => {
  const shown: unknown[] = []
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      sending: sendingReducer,
      session: () => ({ user: { id: ME }, token: 'token' }),
      toasts: (_: unknown = null, action: { type: string; payload?: unknown }) => {
        if (action.type === 'toasts/shown') shown.push(action.payload)
        return null
      },
    },
    middleware: (own) => own({ serializableCheck: false }).concat(baseApi.middleware),
  })
  const context = {
    dispatch: store.dispatch,
    getState: () => store.getState() as unknown as RootState,
    refetch: () => undefined,
  } as unknown as PatchContext
  return { shown, store, context }
}

describe('the typed text of a ticket', () => {
  it('becomes a message without a ticket when another agent has the ticket, also if just typed', () => {
    const stored = fakeLocalStorage()
    Object.assign(globalThis, { StorageEvent: Event, dispatchEvent: () => true })
    const { shown, store, context } = openPage()
    const key = draftKey(ME, 7)
    writeDraft(key, 'Bom', 1000)
    writeDraft(draftKey(ME, 8), 'outro', 1000)
    const leave = registerComposer(key, () => writeDraft(key, 'Bom dia!', 2000))
    for (const position of ['0:1', '0:2']) {
      patches.ticket?.({ action: 'delete', ticketId: 7, position } as never, context)
      leave()
    }
    expect([readDraft(key), readDraft(draftKey(ME, 8))]).toEqual(['', 'outro'])
    const [message, ...others] = store.getState().sending
    expect([message, others]).toMatchObject([{ state: 'stranded', body: 'Bom dia!', ticketId: 7 }, []])
    expect(shown).toHaveLength(1)
    // The text is stored once for all windows, and survives the page.
    expect(stored.has(`guiche.unsent.${ME}.draft-7-2000`)).toBe(true)
    expect(keptUnsent(ME)).toMatchObject([{ state: 'stranded', body: 'Bom dia!' }])
  })
})

describe('recordings and attachments of a ticket', () => {
  it('become a message without a ticket, with a toast, when the ticket is deleted or another agent’s', () => {
    const { shown, store, context } = openPage()
    const [gone, stays] = [attachedKey(ME, 7), attachedKey(ME, 8)]
    changeAttached(gone, () => ({ voice: { file, elapsed: 1000 }, files: [file] }))
    changeAttached(stays, () => ({ files: [file] }))
    for (const position of ['0:1', '0:2']) {
      patches.ticket?.({ action: 'delete', ticketId: 7, position } as never, context)
    }
    expect(attachedTo(gone)).toEqual({ files: [], coming: 0, voice: null, list: null })
    expect(attachedTo(stays).files).toEqual([file])
    expect(shown).toHaveLength(1)
    const [message, ...others] = store.getState().sending
    expect([message, others]).toMatchObject([
      { state: 'stranded', fileNames: ['voice.webm', 'voice.webm'] },
      [],
    ])
    expect(files.get(message?.key ?? '')).toEqual([file, file])
  })
})
