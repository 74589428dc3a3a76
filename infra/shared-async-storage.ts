import { AsyncLocalStorage } from 'node:async_hooks'

/** The values of each storage in one asynchronous context. */
type Frame = ReadonlyMap<WeakRef<object>, unknown>

const INSTALLED = Symbol.for('guiche.shared-async-storage')

/**
 * Keeps the values of all `AsyncLocalStorage`s in a single one, which is enabled only while something runs in
 * it.
 * Baileys makes a storage for each socket and each set of keys, and never frees them. Before Node 24 every
 * promise visits all enabled storages: 200 idle numbers cost half a core, and a single storage makes sending
 * a tenth slower. Since Node 24 each `run` copies them.
 * The methods behave as before, with two exceptions. A context of `run` ends when the promise of its work
 * settles. Values that were entered before this call are lost.
 * Call it before Baileys is loaded; further calls are harmless. Remove it when WhiskeySockets/Baileys#2806 is
 * fixed.
 */
export const shareAsyncStorage = (): void => {
  const shared = AsyncLocalStorage.prototype as AsyncLocalStorage<unknown> & { [INSTALLED]?: true }
  if (shared[INSTALLED]) return
  shared[INSTALLED] = true
  const { run, getStore, enterWith, disable } = shared
  // Node's own methods call each other, so the root has all of them.
  const root = Object.assign(new AsyncLocalStorage<Frame>(), { run, getStore, enterWith, disable })
  /** number of running `run` calls; a value set by `enterWith` counts as running for ever */
  let running = 0
  const end = (): void => {
    running -= 1
    if (running === 0) root.disable()
  }
  const runIn = <R>(next: Frame, work: (...args: unknown[]) => R, args: readonly unknown[]): R => {
    running += 1
    let result: R
    try {
      result = root.run(next, work, ...args)
    } catch (failure) {
      end()
      throw failure
    }
    // any thenable, also of another realm
    const { then } = (result ?? {}) as { then?: unknown }
    if (typeof then === 'function') return Promise.resolve(result).finally(end) as R
    end()
    return result
  }
  const frame = (): Frame => (root.getStore() as Frame | undefined) ?? new Map()

  /** A weak reference to a storage: a context that outlives the storage must not keep it in memory. */
  const names = new WeakMap<object, WeakRef<object>>()
  const nameOf = (storage: object): WeakRef<object> => {
    const name = names.get(storage) ?? new WeakRef(storage)
    names.set(storage, name)
    return name
  }

  /** The frame of this context with one store replaced, and without garbage-collected storages. */
  const withStore = (storage: object, store: unknown): Frame => {
    const name = nameOf(storage)
    const next = new Map<WeakRef<object>, unknown>()
    for (const [other, kept] of frame())
      if (other !== name && other.deref() !== undefined) next.set(other, kept)
    return store === undefined ? next : next.set(name, store)
  }

  shared.getStore = function () {
    return (root.getStore() as Frame | undefined)?.get(nameOf(this))
  }
  shared.run = function <R>(
    this: object,
    store: unknown,
    work: (...args: unknown[]) => R,
    ...args: unknown[]
  ): R {
    return runIn(withStore(this, store), work, args)
  } as typeof shared.run
  shared.enterWith = function (store) {
    running += 1
    root.enterWith(withStore(this, store))
  }
  shared.exit = function <R>(this: object, work: (...args: unknown[]) => R, ...args: unknown[]): R {
    return runIn(withStore(this, undefined), work, args)
  } as typeof shared.exit
  // Under a new key, earlier stores are not found.
  shared.disable = function () {
    names.delete(this)
  }
}
