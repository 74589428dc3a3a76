import { readFileSync } from 'node:fs'
import { type EventNamed, type EventType, eventSchemas } from '@guiche/contracts/events/index.js'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { foldInto } from '../testing/given.js'
import { projections } from './index.js'

const sample = (type: EventType): EventNamed<EventType>['data'] =>
  JSON.parse(
    readFileSync(new URL(`../../contracts/events/golden/${type}.json`, import.meta.url), 'utf8'),
  ) as EventNamed<EventType>['data']

const types = Object.keys(eventSchemas) as EventType[]

describe.each(Object.values(projections))('the view $name', (view) => {
  it.each(types)('folds a sample of %s, with nothing before it and with everything', (type) => {
    const alone = createLog()
    alone.add(type, sample(type))
    expect(foldInto(view).fold(alone.events).refused).toEqual([])

    const everything = createLog()
    for (const one of types) everything.add(one, sample(one))
    everything.add(type, sample(type))
    expect(foldInto(view).fold(everything.events).refused).toEqual([])
  })

  it('has folds for known types only', () => {
    expect([...view.rules.keys()].filter((type) => !types.includes(type as EventType))).toEqual([])
  })
})
