import { type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import { describe, expect, it } from '@jest/globals'
import { sampleOf } from '../../contracts/testing/samples.js'
import { createLog } from '../testing/events.js'
import { foldInto } from '../testing/given.js'
import { projections } from './index.js'

const types = Object.keys(eventSchemas) as EventType[]
/** Samples are read before any test, so that a missing sample fails the file with one sentence. */
const samples = types.map((type) => [type, sampleOf(type)] as const)

describe.each(Object.values(projections))('the view $name', (view) => {
  it.each(samples)('folds a sample of %s, alone and after all others', (type, sample) => {
    const alone = createLog()
    alone.add(type, sample)
    expect(foldInto(view).fold(alone.events).refused).toEqual([])

    const everything = createLog()
    for (const one of samples) everything.add(...one)
    everything.add(type, sample)
    expect(foldInto(view).fold(everything.events).refused).toEqual([])
  })

  it('has folds for known types only', () => {
    expect([...view.rules.keys()].filter((type) => !types.includes(type as EventType))).toEqual([])
  })
})
