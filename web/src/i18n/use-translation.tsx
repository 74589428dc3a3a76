import i18next, { type i18n, type TFunction, type TOptions } from 'i18next'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

interface Translation {
  /** a new function after each change of language or texts, so that memoised values are computed again */
  readonly t: TFunction
  readonly i18n: i18n
}

/** Texts without values are cached: a page uses the same texts in each of its rows. */
const translationNow = (): Translation => {
  const known = new Map<string, string>()
  const t = (key: string, values?: TOptions): string => {
    if (values !== undefined) return i18next.t(key, values)
    const text = known.get(key) ?? i18next.t(key)
    known.set(key, text)
    return text
  }
  return { t: t as TFunction, i18n: i18next }
}

let current = translationNow()
const readers = new Set<() => void>()
const subscribeToTexts = (read: () => void): (() => void) => {
  readers.add(read)
  return () => readers.delete(read)
}

/** Renders all texts again, after a change of language or the load of further texts. */
export const textsChanged = (): void => {
  current = translationNow()
  for (const read of readers) read()
}

const Context = createContext<Translation | null>(null)

/** Gives all components below it the texts of the present language. */
export const Translations = ({ children }: { children: ReactNode }) => (
  <Context value={useSyncExternalStore(subscribeToTexts, () => current)}>{children}</Context>
)

/**
 * Texts in the shown language. One subscription serves the whole app: react-i18next's hook copies the i18next instance
 * per component, a tenth of a list's render time.
 */
export const useTranslation = (): Translation => useContext(Context) ?? current
