import { AsyncLocalStorage } from 'node:async_hooks'

/** What each storage holds in one asynchronous context. */
type Frame = ReadonlyMap<WeakRef<object>, unknown>

const DONE = Symbol.for('guiche.shared-async-storage')

/**
 * Keeps the values of all `AsyncLocalStorage`s in a single one. Baileys makes one for each socket and each set of keys
 * and never frees them; before Node 24 every promise walks through all of them (200 idle numbers cost half a core),
 * later each `run` copies them. The methods behave as before; values that were entered earlier are lost. To be called
 * before Baileys is loaded; repeating it is harmless. To be removed when WhiskeySockets/Baileys#2806 is fixed.
 */
export const shareAsyncStorage = (): void => {
  const shared = AsyncLocalStorage.prototype as AsyncLocalStorage<unknown> & { [DONE]?: true }
  if (shared[DONE]) return
  shared[DONE] = true
  const { run, getStore, enterWith } = shared
  // The platform's own methods call each other, so the root has all of them.
  const root = Object.assign(new AsyncLocalStorage<Frame>(), { run, getStore, enterWith })
  const frame = (): Frame => (root.getStore() as Frame | undefined) ?? new Map()

  /** A storage by a weak name: a context that outlives the storage must not keep it. */
  const names = new WeakMap<object, WeakRef<object>>()
  const nameOf = (storage: object): WeakRef<object> => {
    const name = names.get(storage) ?? new WeakRef(storage)
    names.set(storage, name)
    return name
  }

  /** The frame of this context with one store replaced, and without storages that nobody uses any more. */
  const withStore = (storage: object, store: unknown): Frame => {
    const name = nameOf(storage)
    const next = new Map<WeakRef<object>, unknown>()
    for (const [other, kept] of frame())
      if (other !== name && other.deref() !== undefined) next.set(other, kept)
    return store === undefined ? next : next.set(name, store)
  }

  shared.getStore = function () {
    return frame().get(nameOf(this))
  }
  shared.run = function <R>(
    this: object,
    store: unknown,
    work: (...args: unknown[]) => R,
    ...args: unknown[]
  ): R {
    return root.run(withStore(this, store), work, ...args) as R
  } as typeof shared.run
  shared.enterWith = function (store) {
    root.enterWith(withStore(this, store))
  }
  shared.exit = function <R>(this: object, work: (...args: unknown[]) => R, ...args: unknown[]): R {
    return root.run(withStore(this, undefined), work, ...args) as R
  } as typeof shared.exit
  // Under a new name nothing that was entered before is found.
  shared.disable = function () {
    names.delete(this)
  }
}
