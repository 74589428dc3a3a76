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

type Changed = 'setting.changed.v1'
type Follow = NonNullable<Consequence<unknown, Changed>['on'][Changed]>
const of = (name: string, follow: Follow, more: Partial<Consequence<unknown, Changed>> = {}) =>
  consequence<unknown, Changed>({ name, group: 'cascade', on: { 'setting.changed.v1': follow }, ...more })
const start = async (declared: readonly ReturnType<typeof of>[], deps: Partial<ConsequenceDeps> = {}) => {
  const group = createGroup({ ...desk, running: [], retryDelays: [1], ...deps }, 'test', 'oldest', declared)
  running.push(group)
  await group.start()
  return group
}
const write = async (value = '0') => {
  const data = { key: 'userRating', value }
  const about = { companyId: 7, time: new Date().toISOString(), actor: SYSTEM, correlationId: 'test' }
  const event = { id: newUuid(), type: 'setting.changed.v1', data, ...about, causationId: newUuid() }
  await desk.eventStore.append('settings-7', 'any', [event])
  return event
}
const kept = () => desk.vault.list(PARKED_EVENTS)
const broken = async () => {
  throw new TypeError('a fault in the code')
}

describe('an event with several consequences', () => {
  it('is done for each by itself: one that fails holds up and repeats no other one', async () => {
    const seen: string[] = []
    await write('0')
    await write('1')
    const group = await start([
      of('fails', broken),
      of('works', async ({ data }) => void seen.push(data.value)),
    ])
    const parked = async () => (await kept()).filter((key) => !key.includes('waiting'))
    while ((await parked()).length < 2) await new Promise(setImmediate)
    expect(seen).toEqual(['0', '1'])
    const keys = await kept()
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/^parked-event\/7\/test-\d{20}-fails$/)))
    const [key = ''] = keys
    expect(await group.parks.retry({ companyId: 7, id: key.split('/')[2] ?? '' })).toBe('TypeError')
  })

  it('is no item of what says beforehand that there is nothing to do', async () => {
    const seen: string[] = []
    await write('0')
    await write('1')
    const when: Consequence<unknown, Changed>['when'] = ({ data }) => data.value === '1'
    await start([of('one', async ({ data }) => void seen.push(data.value), { when })])
    await until(() => seen.length > 0)
    expect(seen).toEqual(['1'])
  })

  it.each(['when', 'lane'] as const)('goes on where `%s` of one throws', async (what) => {
    const seen: string[] = []
    await write()
    const thrown = () => {
      throw new TypeError('a fault in the code')
    }
    await start([
      of('faulty', async () => undefined, { [what]: thrown }),
      of('works', async ({ data }) => void seen.push(data.value)),
    ])
    await until(() => seen.length === 1)
    while (what === 'when' && !(await kept()).some((key) => key.endsWith('-faulty')))
      await new Promise(setImmediate)
  })
})

describe('commands of a consequence', () => {
  it('have ids of the event, the name and what they are about', async () => {
    const ids: string[] = []
    const event = await write()
    const meta: Follow = async (_event, work) =>
      void ids.push(work.meta().commandId, work.meta('a', 1).commandId)
    await start([of('one', meta), of('given', meta, { commandId: ({ id }) => derivedUuid('message', id) })])
    await until(() => ids.length === 4)
    const bases = [derivedUuid(event.id, 'one'), derivedUuid('message', event.id)]
    expect(ids.toSorted()).toEqual(bases.flatMap((base) => [base, derivedUuid(base, 'a', 1)]).toSorted())
  })
})

describe('what an earlier release has kept', () => {
  /** As it was kept: the event alone, without a consequence. */
  const keep = async (waiting: boolean, consequence?: string) => {
    await write()
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
  const now = async (declared: readonly ReturnType<typeof of>[]) => {
    const group = createGroup({ ...desk, running: [], retryDelays: [1, 1] }, 'test', 'now', declared)
    running.push(group)
    await group.start()
    return group
  }

  it('is done in all of its consequences, page by page, one after another', async () => {
    const seen: string[] = []
    await keep(true)
    let fails = true
    await now([
      of('pages', async (_event, { after, next }) => {
        seen.push(`pages ${after}`)
        return next(after === null ? 'second' : null)
      }),
      of('fails once', async () => {
        if (fails) {
          fails = false
          throw new TypeError('a fault in the code')
        }
        seen.push('done')
      }),
    ])
    while ((await kept()).length > 0) await new Promise(setImmediate)
    expect(seen).toEqual(['pages null', 'pages second', 'done'])
  })

  it('is done by the consequence that has taken over from the one of that name, and by no other', async () => {
    const seen: string[] = []
    await keep(true, 'before')
    await now([
      of('after', async () => void seen.push('after'), { was: ['before'] }),
      of('other', async () => void seen.push('other')),
    ])
    while ((await kept()).length > 0) await new Promise(setImmediate)
    expect(seen).toEqual(['after'])
  })

  it('is tried again by hand when it is parked', async () => {
    const seen: string[] = []
    const item = await keep(false)
    const group = await now([
      of('one', async () => void seen.push('one')),
      of('two', async () => void seen.push('two')),
    ])
    expect(await group.parks.retry(item)).toBeNull()
    expect([seen, await kept()]).toEqual([['one', 'two'], []])
  })

  it('is done where its consequence is gone', async () => {
    const seen: string[] = []
    await keep(true, 'gone')
    await now([of('one', async () => void seen.push('one'))])
    while ((await kept()).length > 0) await new Promise(setImmediate)
    expect(seen).toEqual([])
  })
})

describe('what a handler waits for', () => {
  it('is one page of what is declared so; a failure is left to the group', async () => {
    const seen: string[] = []
    await write()
    const [event] = await desk.eventStore.read('settings-7')
    const pages: Follow = async (_event, { after, next }) => {
      seen.push(`page ${after}`)
      return next('more')
    }
    const finish = createFinish({ ...desk, running: [] }, [
      of('now', pages, { atOnce: true }),
      of('later', async () => void seen.push('later')),
      of('fails', broken, { atOnce: true }),
    ])
    await finish(event === undefined ? [] : [event])
    expect(seen).toEqual(['page null'])
  })
})
