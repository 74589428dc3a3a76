import { SYSTEM } from '@guiche/contracts/envelope.js'
import { derivedUuid, newUuid } from '@guiche/infra/ids.js'
import { PARKED_EVENTS } from '@guiche/infra/metrics/parked.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Consequence, consequence } from '../kernel/consequence.js'
import { type Desk, openDesk } from '../testing/desk.js'
import { type ConsequenceDeps, type ConsequenceGroup, createFinish, createGroup } from './consequences.js'

let desk: Desk
const running: ConsequenceGroup[] = []
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(async () => {
  for (const group of running.splice(0)) await group.stop()
  await desk.close()
})

type SettingChanged = 'setting.changed.v1'
type FollowFunction = NonNullable<Consequence<unknown, SettingChanged>['on'][SettingChanged]>
const consequenceOf = (
  name: string,
  follow: FollowFunction,
  more: Partial<Consequence<unknown, SettingChanged>> = {},
) =>
  consequence<unknown, SettingChanged>({
    name,
    group: 'cascade',
    on: { 'setting.changed.v1': follow },
    ...more,
  })
const startGroup = async (
  declared: readonly ReturnType<typeof consequenceOf>[],
  deps: Partial<ConsequenceDeps> = {},
) => {
  const group = createGroup({ ...desk, running: [], retryDelays: [1], ...deps }, 'test', 'oldest', declared)
  running.push(group)
  await group.start()
  return group
}
const writeEvent = async (value = '0') => {
  const data = { key: 'userRating', value }
  const about = { companyId: 7, time: new Date().toISOString(), actor: SYSTEM, correlationId: 'test' }
  const event = { id: newUuid(), type: 'setting.changed.v1', data, ...about, causationId: newUuid() }
  await desk.eventStore.append('settings-7', 'any', [event])
  return event
}
const parkedEvents = () => desk.vault.list(PARKED_EVENTS)
const brokenGroup = async () => {
  throw new TypeError('a fault in the code')
}

describe('an event with several consequences', () => {
  it('each runs alone: a failing consequence neither delays nor repeats another one', async () => {
    const seen: string[] = []
    await writeEvent('0')
    await writeEvent('1')
    const group = await startGroup([
      consequenceOf('fails', brokenGroup),
      consequenceOf('works', async ({ data }) => void seen.push(data.value)),
    ])
    const parked = async () => (await parkedEvents()).filter((key) => !key.includes('waiting'))
    while ((await parked()).length < 2) await new Promise(setImmediate)
    expect(seen).toEqual(['0', '1'])
    const keys = await parkedEvents()
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/^parked-event\/7\/test-\d{20}-fails$/)))
    const [key = ''] = keys
    expect(await group.parks.retry({ companyId: 7, id: key.split('/')[2] ?? '' })).toBe('TypeError')
  })

  it('is no item if its declaration skips the event', async () => {
    const seen: string[] = []
    await writeEvent('0')
    await writeEvent('1')
    const when: Consequence<unknown, SettingChanged>['when'] = ({ data }) => data.value === '1'
    await startGroup([consequenceOf('one', async ({ data }) => void seen.push(data.value), { when })])
    await until(() => seen.length > 0)
    expect(seen).toEqual(['1'])
  })

  it('runs the light consequence beyond the share of its company; the other consequence waits in the vault', async () => {
    const [light, kept]: [string[], string[]] = [[], []]
    const commit: Desk['vault']['commit'] = async (entries) => {
      kept.push(...entries.map(({ key }) => key))
      return desk.vault.commit(entries)
    }
    const lane = ({ data }: { readonly data: { readonly value: string } }) => data.value
    const group = createGroup({ ...desk, vault: { ...desk.vault, commit }, running: [] }, 'test', 'now', [
      consequenceOf('heavy', async ({ data }) => (data.value === '0' ? brokenGroup() : undefined), { lane }),
      consequenceOf('light', async ({ data }) => void light.push(data.value), { lane, light: () => true }),
    ])
    const events = await Promise.all(Array.from({ length: 500 }, (_, n) => writeEvent(String(n))))
    const stored = await desk.eventStore.read('settings-7', { from: 0, limit: 500 })
    const batch = stored.map((value) => ({ value }))
    // the failed item waits, so that the batch gets no more than a share
    await group.handle(batch.slice(0, 1))
    await group.handle(batch)
    expect(light.length).toBe(events.length + 1)
    expect(kept.filter((key) => key.endsWith('-heavy')).length).toBeGreaterThan(400)
    expect(kept.filter((key) => key.endsWith('-light'))).toEqual([])
  })

  it.each(['when', 'lane', 'light'] as const)('goes on where `%s` of one throws', async (what) => {
    const seen: string[] = []
    await writeEvent()
    const thrown = () => {
      throw new TypeError('a fault in the code')
    }
    await startGroup([
      consequenceOf('faulty', async () => undefined, { [what]: thrown }),
      consequenceOf('works', async ({ data }) => void seen.push(data.value)),
    ])
    await until(() => seen.length === 1)
    while (what === 'when' && !(await parkedEvents()).some((key) => key.endsWith('-faulty')))
      await new Promise(setImmediate)
  })
})

describe('commands of a consequence', () => {
  it('have ids of the event, the name and the subject', async () => {
    const ids: string[] = []
    const event = await writeEvent()
    const meta: FollowFunction = async (_event, work) =>
      void ids.push(work.meta().commandId, work.meta('a', 1).commandId)
    await startGroup([
      consequenceOf('one', meta),
      consequenceOf('given', meta, { commandId: ({ id }) => derivedUuid('message', id) }),
    ])
    await until(() => ids.length === 4)
    const bases = [derivedUuid(event.id, 'one'), derivedUuid('message', event.id)]
    expect(ids.toSorted()).toEqual(bases.flatMap((base) => [base, derivedUuid(base, 'a', 1)]).toSorted())
  })
})

describe('an item of an earlier release', () => {
  /** An item in the former format: the event alone, without a consequence. */
  const keep = async (waiting: boolean, consequence?: string) => {
    await writeEvent()
    const id = `test-${'9'.repeat(20)}`
    const key = `${PARKED_EVENTS}7/${waiting ? 'waiting/' : ''}${id}`
    const place = { process: 'test', type: 'setting.changed.v1', stream: 'settings-7', revision: 0 }
    const parked = {
      since: new Date().toISOString(),
      reason: 'TypeError',
      attempts: 1,
      dueAt: 0,
      later: false,
    }
    const body = { ...place, ...(consequence !== undefined && { consequence }) }
    const value = { ...body, parked: { ...parked, dueAt: waiting ? 0 : null } }
    await desk.vault.commit([{ key, value: Buffer.from(JSON.stringify(value)) }])
    return { companyId: 7, id }
  }
  const now = async (declared: readonly ReturnType<typeof consequenceOf>[]) => {
    const group = createGroup({ ...desk, running: [], retryDelays: [1, 1] }, 'test', 'now', declared)
    running.push(group)
    await group.start()
    return group
  }

  it('runs all its consequences, page by page, one after another', async () => {
    const seen: string[] = []
    await keep(true)
    let fails = true
    await now([
      consequenceOf('pages', async (_event, { after, next }) => {
        seen.push(`pages ${after}`)
        return next(after === null ? 'second' : null)
      }),
      consequenceOf('fails once', async () => {
        if (fails) {
          fails = false
          throw new TypeError('a fault in the code')
        }
        seen.push('done')
      }),
    ])
    while ((await parkedEvents()).length > 0) await new Promise(setImmediate)
    expect(seen).toEqual(['pages null', 'pages second', 'done'])
  })

  it('runs the consequence that declares the former name, and no other', async () => {
    const seen: string[] = []
    await keep(true, 'before')
    await now([
      consequenceOf('after', async () => void seen.push('after'), { was: ['before'] }),
      consequenceOf('other', async () => void seen.push('other')),
    ])
    while ((await parkedEvents()).length > 0) await new Promise(setImmediate)
    expect(seen).toEqual(['after'])
  })

  it('is tried again by hand when it is parked', async () => {
    const seen: string[] = []
    const item = await keep(false)
    const group = await now([
      consequenceOf('one', async () => void seen.push('one')),
      consequenceOf('two', async () => void seen.push('two')),
    ])
    expect(await group.parks.retry(item)).toBeNull()
    expect([seen, await parkedEvents()]).toEqual([['one', 'two'], []])
  })

  it('is done where its consequence is gone', async () => {
    const seen: string[] = []
    await keep(true, 'gone')
    await now([consequenceOf('one', async () => void seen.push('one'))])
    while ((await parkedEvents()).length > 0) await new Promise(setImmediate)
    expect(seen).toEqual([])
  })
})

describe('the part of consequences that a handler waits for', () => {
  it('is the first page of consequences declared so; a failure is left to the group', async () => {
    const seen: string[] = []
    await writeEvent()
    const [event] = await desk.eventStore.read('settings-7')
    const pages: FollowFunction = async (_event, { after, next }) => {
      seen.push(`page ${after}`)
      return next('more')
    }
    const finish = createFinish({ ...desk, running: [] }, [
      consequenceOf('now', pages, { atOnce: true }),
      consequenceOf('later', async () => void seen.push('later')),
      consequenceOf('fails', brokenGroup, { atOnce: true }),
    ])
    await finish(event === undefined ? [] : [event])
    expect(seen).toEqual(['page null'])
  })
})
