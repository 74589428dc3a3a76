import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Vault } from './vault.js'

/** Runs tasks of one name one after another, and gives what the task gives. */
export type Turns = <T>(name: string, task: () => Promise<T>) => Promise<T>

/** After so long the turn of a process that died is over, in ms; a task that takes longer is no longer alone. */
const TURN_MS = 10_000
const LOOK_MS = 25

interface Kept {
  readonly owner: string
  /** milliseconds since the epoch */
  readonly until: number
}

/** Turns among the tasks of this process. */
export const createTurns = (): Turns => {
  const tails = new Map<string, Promise<unknown>>()
  return async (name, task) => {
    const mine = (tails.get(name) ?? Promise.resolve()).then(task, task)
    tails.set(name, mine)
    try {
      return await mine
    } finally {
      if (tails.get(name) === mine) tails.delete(name)
    }
  }
}

/** Turns among all processes that share the vault: an entry `turn/…` says whose it is. Rejects when the vault is away. */
export const createSharedTurns = (deps: { readonly vault: Vault; readonly now?: () => number }): Turns => {
  const { vault, now = Date.now } = deps
  const inProcess = createTurns()

  /** Waits until it is ours; gives what gives it back. */
  const take = async (key: string): Promise<() => Promise<void>> => {
    const owner = randomUUID()
    for (;;) {
      const entry = (await vault.getMany([key])).get(key)
      const kept = entry === undefined ? null : (JSON.parse(entry.value.toString()) as Kept)
      if (kept === null || kept.until <= now()) {
        const write = (until: number, expected: number) =>
          vault.commit([
            { key, value: Buffer.from(JSON.stringify({ owner, until } satisfies Kept)), expected },
          ])
        const epoch = entry?.epoch ?? 0
        if ((await write(now() + TURN_MS, epoch)) === 'committed') {
          // somebody else's since: not ours to give back
          return async () => void (await write(0, epoch + 1))
        }
      }
      await sleep(LOOK_MS * (1 + Math.random()))
    }
  }

  return (name, task) =>
    inProcess(name, async () => {
      const giveBack = await take(`turn/${name}`)
      try {
        return await task()
      } finally {
        // a vault that is away lets the turn run out by itself
        await giveBack().catch(() => undefined)
      }
    })
}
