/** Replaces the browser's local storage in tests. Gives the stored texts by key. */
export const fakeLocalStorage = (): Map<string, string> => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const value = new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_target, key) => ({
      configurable: true,
      enumerable: true,
      value: stored.get(String(key)),
    }),
  })
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true })
  return stored
}
