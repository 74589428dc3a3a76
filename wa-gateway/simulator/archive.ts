import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { BufferJSON } from '@whiskeysockets/baileys'
import { type Account, type Device, disconnectedState } from './accounts.js'
import type { SavedPhone } from './phone.js'
import type { Group } from './world.js'

const FILE = 'simulator.json'
const WAIT_MS = 300
/** Largest share of time for writing: a large state is written less often. */
const MAX_WRITING_SHARE = 0.1

type SavedDevice = Omit<Device, 'pending' | 'sentAnew' | 'connection' | 'active' | 'available'> & {
  pending: [string, unknown][]
}
export type SavedAccount = Omit<Account, 'devices' | 'primary'> & {
  devices: SavedDevice[]
  phone: SavedPhone
  kind: string
}
export type SavedState = { accounts: SavedAccount[]; groups: Group[]; mediaPort?: number }

const freezeDevice = ({
  pending,
  sentAnew: _s,
  connection: _c,
  active: _a,
  available: _v,
  ...rest
}: Device): SavedDevice => ({
  ...rest,
  pending: [...pending],
})

/** The account without runtime state, for the archive. */
export const freezeAccount = (account: Account, phone: SavedPhone, kind: string): SavedAccount => {
  const { devices, primary: _primary, ...rest } = account
  return { ...rest, devices: [...devices.values()].map(freezeDevice), phone, kind }
}

/** The account of the archive. None of its devices is connected. */
export const thawAccount = ({ devices, phone: _phone, kind: _kind, ...rest }: SavedAccount): Account => ({
  ...rest,
  picture: rest.picture,
  // Archives of earlier versions have no blocked numbers.
  blocked: rest.blocked ?? [],
  primary: undefined,
  devices: new Map(
    devices.map((device) => [
      device.id,
      { ...device, pending: new Map(device.pending) as Device['pending'], ...disconnectedState() },
    ]),
  ),
})

/**
 * Stores the simulator's state in one file of a folder, replaced as a whole shortly after each change. Without a folder
 * nothing is stored.
 */
export const createArchive = (
  folder: string | undefined,
  state: () => SavedState,
  failed: (error: unknown) => void,
) => {
  let timer: NodeJS.Timeout | undefined
  const inOrder = createSerialQueue()
  let ready = false

  let wait = WAIT_MS

  const write = async () => {
    if (!folder) return
    const start = performance.now()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = join(folder, `${FILE}.draft`)
    await writeFile(draft, JSON.stringify(state(), BufferJSON.replacer), { mode: 0o600 })
    await rename(draft, join(folder, FILE))
    wait = Math.max(WAIT_MS, (performance.now() - start) / MAX_WRITING_SHARE)
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    return inOrder('file', write).catch(failed)
  }
  return {
    async load(): Promise<SavedState | undefined> {
      const text = folder && (await readFile(join(folder, FILE), 'utf8').catch(() => undefined))
      return text ? JSON.parse(text, BufferJSON.reviver) : undefined
    },
    /** Changes are stored from this call on. */
    open(): void {
      ready = true
    },
    changed(): void {
      if (ready && folder) timer ??= setTimeout(flush, wait)
    },
    /** Stores pending changes now. */
    async close(): Promise<void> {
      if (ready && folder) await flush()
      ready = false
    },
  }
}
