import type { AppDispatch, RootState } from '../../app/store.js'
import { readStored } from '../../base/storage.js'
import { saveDraft } from './composer/save-drafts.js'
import { draftKeys, parseDraft } from './drafts.js'
import { hasAttached } from './kept-attachments.js'

/** Milliseconds that signing out waits for the drafts to reach the server. */
const SAVING_MS = 3000

const unsavedDrafts = (userId: number): string[] =>
  draftKeys(userId).filter((key) => {
    const draft = parseDraft(readStored(key))
    return draft !== null && draft.saved !== true && draft.text !== ''
  })

/**
 * Saves the signed-in user's drafts on the server. Gives the number of texts, files and recordings that
 * leaving would nevertheless lose, because leaving removes them from this browser.
 */
export const saveBeforeLeaving =
  () =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<number> => {
    const userId = getState().session.user?.id
    if (userId === undefined) return 0
    const saving = Promise.all(unsavedDrafts(userId).map((key) => dispatch(saveDraft(key))))
    await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, SAVING_MS))])
    const unsent = getState().sending.filter((entry) => entry.userId === userId && entry.state !== 'accepted')
    return unsent.length + unsavedDrafts(userId).length + Number(hasAttached(userId))
  }
