import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import { shareAsyncStorage } from './shared-async-storage.js'

/** Values of two storages at each point of a program that calls all their functions. */
const runProgram = async (): Promise<string[]> => {
  const one = new AsyncLocalStorage<string>()
  const two = new AsyncLocalStorage<string>()
  const seen: string[] = []
  const look = (where: string) => seen.push(`${where}: ${one.getStore()} ${two.getStore()}`)

  look('outside')
  await one.run('a', async () => {
    look('in one')
    await two.run('x', async () => {
      look('in both')
      await turn()
      look('in both, later')
      await one.run('b', async () => {
        await turn()
        look('one again')
      })
      look('back')
      await one.exit(async () => {
        await turn()
        look('left one')
        await one.run('c', async () => look('entered anew'))
        look('left one still')
      })
      look('back again')
    })
    look('two is over')
    one.enterWith('d')
    await turn()
    look('one was entered')
  })
  look('outside again')
  await Promise.all(
    ['p', 'q', 'r'].map((name) =>
      one.run(name, async () => {
        await turn()
        await two.run(name.toUpperCase(), () => turn())
        seen.push(`chain ${name}: ${one.getStore()} ${two.getStore()}`)
      }),
    ),
  )
  const later = one.run('timer', () => new Promise((resolve) => setTimeout(() => resolve(look('timer')), 1)))
  await later
  one.run('e', () => {
    one.disable()
    look('disabled')
    one.run('f', () => look('used anew'))
  })
  try {
    one.run('g', () => {
      throw new Error('no')
    })
  } catch {
    look('after a failure')
  }
  seen.push(`gives ${one.run('h', (x: number, y: number) => `${one.getStore()} ${x + y}`, 1, 2)}`)
  return seen
}

const EXPECTED = [
  'outside: undefined undefined',
  'in one: a undefined',
  'in both: a x',
  'in both, later: a x',
  'one again: b x',
  'back: a x',
  'left one: undefined x',
  'entered anew: c x',
  'left one still: undefined x',
  'back again: a x',
  'two is over: a undefined',
  'one was entered: d undefined',
  'outside again: undefined undefined',
  'chain p: p undefined',
  'chain q: q undefined',
  'chain r: r undefined',
  'timer: timer undefined',
  'disabled: undefined undefined',
  'used anew: f undefined',
  'after a failure: undefined undefined',
  'gives h 3',
]

/** Whether Node.js itself tracks the storage, and so visits it at every promise. */
const isWalked = (storage: object): boolean => (storage as { enabled?: boolean }).enabled === true

describe('asynchronous storages of one process', () => {
  it('stay apart, as the platform keeps them apart', async () => {
    expect(await runProgram()).toEqual(EXPECTED)
    shareAsyncStorage()
    shareAsyncStorage()
    expect(await runProgram()).toEqual(EXPECTED)
  })

  it('are found without a search through all of them', () => {
    shareAsyncStorage()
    const storages = Array.from({ length: 100 }, () => new AsyncLocalStorage<number>())
    storages.forEach((storage, n) => {
      storage.run(n, () => undefined)
    })
    expect(storages.filter(isWalked)).toHaveLength(0)
  })

  it('cost promises nothing while none is active', async () => {
    // Runs in its own process, because the test runner itself uses a storage. Promises have async ids only while a storage is
    // in use.
    const file = fileURLToPath(new URL('./shared-async-storage.ts', import.meta.url))
    const script = `
      import { AsyncLocalStorage, executionAsyncId } from 'node:async_hooks'
      import { shareAsyncStorage } from ${JSON.stringify(file)}
      const idOfPromise = async () => (await null, executionAsyncId())
      const before = await idOfPromise()
      shareAsyncStorage()
      const storage = new AsyncLocalStorage()
      const inside = await storage.run('a', async () => [await idOfPromise(), storage.getStore()])
      storage.run('b', () => undefined)
      console.log(JSON.stringify({ before, inside: inside[1], after: await idOfPromise() }))`
    const args = ['--import', 'tsx', '--input-type=module', '-e', script]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(JSON.parse(stdout)).toEqual({ before: 0, inside: 'a', after: 0 })
  })

  it('leak no memory, however deeply nested', async () => {
    shareAsyncStorage()
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const stores: WeakRef<object>[] = []
    const alive = () => stores.filter((store) => store.deref() !== undefined).length
    let tell: (left: number) => void
    const told = new Promise<number>((resolve) => {
      tell = resolve
    })
    /** Each call runs in the async context of the previous call, like a reconnection. The deepest call reads the storages. */
    const deeper = (left: number): void => {
      const store = {}
      stores.push(new WeakRef(store))
      new AsyncLocalStorage<object>().run(store, () => {
        const next = left > 0 ? () => deeper(left - 1) : () => tell(alive())
        setImmediate(() => {
          if (left % 200 === 0) collect()
          setImmediate(next)
        })
      })
    }
    deeper(1_000)
    expect(await told).toBeLessThan(250)
  })
})
