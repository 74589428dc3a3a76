import { START } from '@guiche/contracts/envelope.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { expect, it } from '@jest/globals'
import { settingChanged } from '../../infra/event-store/testing/setting-changed.js'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { readCheckpoint, writeCheckpoint } from './checkpoint.js'
import { createRelayLag } from './lag.js'
import type { Relay } from './relay.js'

it('the lag is zero while a standby relay sees another relay work, and grows without a working relay', async () => {
  const { dir, remove } = await tempDir()
  const eventStore = await createEmbeddedEventStore({ dir })
  const relay = { state: 'standby' as ReturnType<Relay['state']>, position: START }
  let seconds = 0
  const lag = createRelayLag({
    eventStore,
    relay: () => ({ state: () => relay.state, position: () => relay.position }),
    clock: { now: () => new Date(seconds * 1000) },
  })
  const append = async (): Promise<string> => {
    const appended = await eventStore.append('settings-1', 'any', [settingChanged('1')])
    return appended.ok ? appended.value.position : ''
  }
  const after = async (more: number) => {
    seconds += more
    await lag.check()
    return lag.behind().relay
  }

  const carried = await append()
  await writeCheckpoint(eventStore, await readCheckpoint(eventStore), { position: carried, holder: 'other' })
  expect([await after(1), await after(60)]).toEqual([0, 0])
  // The other relay has died.
  const waiting = await append()
  expect([await after(1), await after(5)]).toEqual([0, 5])
  relay.state = 'active'
  relay.position = carried
  expect(await after(1)).toBe(6)
  relay.position = waiting
  expect(await after(1)).toBe(0)
  await eventStore.close()
  await remove()
})
