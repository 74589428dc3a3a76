import { describe, expect, it } from '@jest/globals'
import { Type } from '@sinclair/typebox'
import { type Codec, createCodec } from './codec.js'
import { settingChanged } from './testing/setting-changed.js'

const roundTrip = (codec: Codec, event: ReturnType<typeof settingChanged>) => {
  const encoded = codec.encode(event)
  if (!encoded.ok) throw new Error(encoded.error.kind)
  return codec.decode({ ...encoded.value, stream: 'settings-1', revision: 2, position: 7 })
}

describe('the codec of stored events', () => {
  it('decodes the event with its position', () => {
    const event = settingChanged()
    expect(roundTrip(createCodec(), event)).toEqual({
      ...event,
      stream: 'settings-1',
      revision: 2,
      position: '00000000000000000007',
    })
  })

  it('upcasts an old event to the newest version, step by step', () => {
    const number = Type.Object({ value: Type.Number() })
    const codec = createCodec(
      { 'thing.done.v1': number },
      {
        'thing.done.v1': (data) => ({
          type: 'thing.done.v2',
          data: { value: (data as { value: number }).value + 1 },
        }),
        'thing.done.v2': (data) => ({
          type: 'thing.done.v3',
          data: { amount: (data as { value: number }).value * 10 },
        }),
      },
    )
    const event = { ...settingChanged(), type: 'thing.done.v1', data: { value: 1 } }
    expect(roundTrip(codec, event)).toMatchObject({
      id: event.id,
      type: 'thing.done.v3',
      data: { amount: 20 },
    })
  })

  it('leaves an event of an unknown type unchanged', () => {
    const { data } = settingChanged()
    const body = JSON.stringify({ ...settingChanged(), data })
    const decoded = createCodec().decode({
      id: 'x',
      type: 'thing.unheard-of.v9',
      body,
      stream: 's',
      revision: 0,
      position: 1,
    })
    expect(decoded).toMatchObject({ type: 'thing.unheard-of.v9', data })
  })

  it('names the invalid field', () => {
    expect(createCodec().encode({ ...settingChanged(), data: { key: 'test' } })).toEqual({
      ok: false,
      error: { kind: 'invalid', type: 'setting.changed.v1', message: expect.stringContaining('value') },
    })
  })
})
