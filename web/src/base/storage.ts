/**
 * Local storage that never throws: in private windows, or on a full disk, values are only forgotten. No
 * secret is kept in it.
 */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it with null. Gives false if it could not be stored. */
export const storeText = (key: string, value: string | null): boolean => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** The names of all entries with this prefix. */
export const storedKeys = (prefix: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
