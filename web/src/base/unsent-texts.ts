import { readStored, storedKeys, storeText } from './storage.js'

/** Prefixes of storage entries with unsent texts; the user's id follows. */
export const UNSENT_TEXTS = { draft: 'guiche.draft.', unsent: 'guiche.unsent.' } as const

const namesOf = (userId: number): string[] =>
  Object.values(UNSENT_TEXTS).flatMap((prefix) => storedKeys(`${prefix}${userId}.`))

const isSaved = (text: string | null): boolean => {
  try {
    return (JSON.parse(text ?? 'null') as { readonly saved?: unknown } | null)?.saved === true
  } catch {
    return false
  }
}

/** Users who have signed out here: texts of their closing fields are not stored. */
const gone = new Set<number>()

/** Whether a user has signed out here and not returned. */
export const hasSignedOut = (userId: number): boolean => gone.has(userId)

/** Removes a user's unsent texts from this browser at the sign-out. */
export const removeUnsentTexts = (userId: number): void => {
  gone.add(userId)
  for (const name of namesOf(userId)) storeText(name, null)
}

/** Removes a user's drafts that the server has, after the end of the session: they return with the next sign-in. */
export const removeSavedDrafts = (userId: number): void => {
  for (const name of namesOf(userId)) if (isSaved(readStored(name))) storeText(name, null)
}

/** After a sign-in: lets a user's texts be stored again. */
export const allowUnsentTexts = (userId: number): void => void gone.delete(userId)
