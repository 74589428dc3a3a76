import type { Vault } from '@guiche/infra/vault/vault.js'
import { expect, it } from '@jest/globals'
import { createDevices, type Device } from './devices.js'

const DEVICE: Device = {
  ...{ companyId: 1, userId: 2, sessionId: 's' },
  ...{ endpoint: 'https://push.example.com/a', p256dh: 'p', auth: 'a', language: 'pt' },
  ...{ preview: true, muted: [] },
}

/** Devices in a vault in memory, and the number of its reads. */
const countedDevices = () => {
  const entries = new Map<string, Buffer>()
  const reads = { count: 0, failing: false }
  const vault: Pick<Vault, 'getMany' | 'commit' | 'list'> = {
    list: async (prefix) => {
      reads.count++
      if (reads.failing) throw new Error('the vault is away')
      return [...entries.keys()].filter((key) => key.startsWith(prefix))
    },
    getMany: async (keys) => {
      reads.count++
      return new Map(
        keys.flatMap((key) => {
          const value = entries.get(key)
          return value === undefined ? [] : [[key, { value, epoch: 1 }] as const]
        }),
      )
    },
    commit: async (writes) => {
      for (const { key, value } of writes) {
        if (value === null) entries.delete(key)
        else entries.set(key, value)
      }
      return 'committed'
    },
  }
  return { devices: createDevices(vault), reads }
}

it('a company without a device costs one look into the vault for many messages', async () => {
  const { devices, reads } = countedDevices()
  const all = await Promise.all(Array.from({ length: 1000 }, () => devices.ofCompany(1)))
  expect(all.flat()).toEqual([])
  expect(reads.count).toBe(1)
  await devices.ofCompany(2)
  expect(reads.count).toBe(2)
})

it('a device of this process is known at once, and so is its end; a failed look is not remembered', async () => {
  const { devices, reads } = countedDevices()
  expect(await devices.ofCompany(1)).toEqual([])
  await devices.keep(DEVICE)
  expect(await devices.ofCompany(1)).toEqual([DEVICE])
  await devices.forget(1, 2)
  reads.failing = true
  await expect(devices.ofCompany(1)).rejects.toThrow('away')
  reads.failing = false
  expect(await devices.ofCompany(1)).toEqual([])
})
