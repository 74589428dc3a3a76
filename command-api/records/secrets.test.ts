import { domainError } from '@guiche/contracts/errors.js'
import { shownOfRecord } from '@guiche/contracts/records/derive.js'
import { MASK } from '@guiche/contracts/records/fields.js'
import { kindOf } from '@guiche/contracts/records/kinds/index.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { BLANK_SAMPLE, sample } from '@guiche/contracts/testing/sample-records.js'
import { describe, expect, it } from '@jest/globals'
import { SECRET_PREFIX } from '../files/named-storage.js'
import { ADMIN } from '../testing/world.js'
import { recordDecider } from './decide.js'
import { createSecrets } from './secrets.js'
import type { RecordCommand, RecordEvent, Values } from './state.js'

/** Records in memory, and the entries of their vault. */
const setUp = () => {
  const decider = recordDecider(sample)
  const events: RecordEvent[] = []
  const vault = new Map<string, string>()
  const state = () => events.reduce(decider.evolve, decider.initial)
  const deps = {
    clock: { now: () => new Date(0) },
    blobs: undefined as never,
    vault: {
      commit: async (writes: readonly { key: string; value: Buffer | null }[]) => {
        for (const { key, value } of writes) {
          if (value === null) vault.delete(key)
          else vault.set(key, value.toString())
        }
        return 'committed'
      },
    } as never,
  }
  const execute = (command: RecordCommand) => {
    const decided = decider.decide(state(), command, '2026-03-02T12:00:00.000Z')
    if (!decided.ok) return decided
    events.push(...decided.value)
    return ok({ state: state() })
  }
  type Write = (values: Values) => Result<{ state: ReturnType<typeof state> }, ReturnType<typeof domainError>>
  const save = (values: Values, write: Write) =>
    createSecrets(deps, sample)({ id: 1, stream: 'samples-1' }, values, async (said) => write(said))
  const create = (values: Values) =>
    save(values, (values) => execute({ kind: 'create', id: 1, caller: ADMIN, values, limit: null }))
  const change = (values: Values) =>
    save(values, (values) => execute({ kind: 'change', id: 1, caller: ADMIN, values }))
  return {
    ...{ decider, events, state, save, create, change },
    stored: () => state().records.get(1)?.key,
    secrets: () => [...vault].filter(([key]) => key.startsWith(SECRET_PREFIX)).map(([, value]) => value),
    notes: () => [...vault.keys()].filter((key) => !key.startsWith(SECRET_PREFIX)),
  }
}

describe('a secret', () => {
  it('is stored in the vault, and in no event', async () => {
    const { create, events, stored, secrets, notes } = setUp()
    await create({ name: 'a', key: ' sk-1 ' })
    expect(secrets()).toEqual([' sk-1 '])
    expect(JSON.stringify(events)).not.toContain('sk-1')
    // For a day, a file without an event is only noted, because the event may still come.
    expect(notes()).toEqual([`blob-unnamed/${stored()}`])
  })

  it('stays if the body has its mask or omits it, and is replaced or removed otherwise', async () => {
    const { create, change, stored, secrets } = setUp()
    await create({ name: 'a', key: 'sk-1' })
    const first = stored()
    await change({ name: 'b' })
    await change({ name: 'c', key: MASK })
    expect([stored(), secrets()]).toEqual([first, ['sk-1']])
    await change({ key: 'sk-2' })
    expect(stored()).not.toBe(first)
    expect(secrets()).toEqual(['sk-2'])
    await change({ key: '' })
    expect([stored(), secrets()]).toEqual([null, []])
  })

  it('is removed after a refusal, but kept if the outcome is unknown', async () => {
    const { save, create, secrets } = setUp()
    await save({ key: 'sk-1' }, () => err(domainError('ERR_NO_PERMISSION')))
    expect(secrets()).toEqual([])
    await save({ key: 'sk-2' }, () => err(domainError('ERR_UNAVAILABLE')))
    expect(secrets()).toEqual(['sk-2'])
    await create({ name: 'a', key: MASK })
    expect(secrets()).toEqual(['sk-2'])
  })

  it('of a repeated command is removed, because the record names the first one', async () => {
    const { create, save, state, stored, secrets } = setUp()
    await create({ name: 'a', key: 'sk-1' })
    const first = stored()
    await save({ name: 'a', key: 'sk-1' }, () => ok({ state: state() }))
    expect([stored(), secrets()]).toEqual([first, ['sk-1']])
  })

  it('is removed with its record', async () => {
    const { create, decider, events, state, stored } = setUp()
    await create({ name: 'a', key: 'sk-1' })
    const key = stored()
    expect(decider.files(state())).toEqual([key])
    events.push({ type: 'sample.deleted.v1', data: { sampleId: 1 } })
    expect(state().formerFiles).toEqual(new Map([[1, [key]]]))
  })

  it('is masked in answers', () => {
    const { key } = sample.fields
    const show = (value: string | null) => kindOf(key).show?.(key, 'key', value, () => null, '1')
    expect([show(`${SECRET_PREFIX}1`), show(null)]).toEqual([{ key: MASK }, { key: null }])
    const { sampleId: id, ...values } = BLANK_SAMPLE
    const shown = {
      ...{
        ...values,
        id,
        open: [],
        papers: [],
        ...{ places: [], formers: [] },
        queue: null,
        owner: null,
        key: MASK,
        companyId: 1,
      },
      ...{ createdAt: '2026-03-02T12:00:00.000Z', updatedAt: '2026-03-02T12:00:00.000Z' },
    }
    expect(checkSchema(shownOfRecord(sample), shown).ok).toBe(true)
    expect(checkSchema(shownOfRecord(sample), { ...shown, key: `${SECRET_PREFIX}1` }).ok).toBe(false)
  })
})
