import { AsyncLocalStorage } from 'node:async_hooks'

/** What each storage holds in one asynchronous context. */
type Frame = ReadonlyMap<WeakRef<object>, unknown>

const DONE = Symbol.for('guiche.shared-async-storage')
/** From here on a context is passed on as it is, however many storages there are. */
const FIRST_GOOD_NODE = 24

/**
 * Keeps what all `AsyncLocalStorage`s of the process hold in a single one. Before Node 24 every promise of the process
 * walks through all storages that were ever used, and none ever leaves. Baileys makes one for each socket and one more
 * for each set of keys, so 200 idle numbers cost half a core, and each reconnection more. `run`, `getStore`,
 * `enterWith`, `exit` and `disable` mean what they meant; what was entered before the call is not seen any more.
 * To be called before Baileys is loaded; repeating it is harmless. To be removed when Node 24 is the oldest one that
 * is supported, or when WhiskeySockets/Baileys#2806 is mended.
 */
export const shareAsyncStorage = (version = process.versions.node): void => {
  const shared = AsyncLocalStorage.prototype as AsyncLocalStorage<unknown> & { [DONE]?: true }
  if (Number.parseInt(version, 10) >= FIRST_GOOD_NODE || shared[DONE]) return
  shared[DONE] = true
  const { run, getStore, enterWith } = shared
  const root = new AsyncLocalStorage<Frame>()
  const frame = (): Frame => (getStore.call(root) as Frame | undefined) ?? new Map()

  /** A storage by a weak name: a context that outlives the storage must not keep it. */
  const names = new WeakMap<object, WeakRef<object>>()
  const nameOf = (storage: object): WeakRef<object> => {
    const name = names.get(storage) ?? new WeakRef(storage)
    names.set(storage, name)
    return name
  }

  /** The frame of this context with one store replaced, and without storages that nobody uses any more. */
  const withStore = (storage: object, store: unknown): Frame => {
    const next = new Map([...frame()].filter(([name]) => name.deref() !== undefined))
    next.delete(nameOf(storage))
    return store === undefined ? next : next.set(nameOf(storage), store)
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
    return run.call(root, withStore(this, store), work, ...args) as R
  } as typeof shared.run
  shared.enterWith = function (store) {
    enterWith.call(root, withStore(this, store))
  }
  shared.exit = function <R>(this: object, work: (...args: unknown[]) => R, ...args: unknown[]): R {
    return run.call(root, withStore(this, undefined), work, ...args) as R
  } as typeof shared.exit
  // Under a new name nothing that was entered before is found.
  shared.disable = function () {
    names.delete(this)
  }
}
