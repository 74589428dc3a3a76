import { readFileSync, writeFileSync } from 'node:fs'
import { narrowings, type Schema } from '@guiche/contracts/events/additive.js'
import { eventSchemas } from '@guiche/contracts/events/index.js'

/** Writes what the event types look like now into golden/schemas.json, unless a type changed by more than additions. */
const file = new URL('../../contracts/events/golden/schemas.json', import.meta.url)
const agreed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Schema>
const now = JSON.parse(JSON.stringify(eventSchemas)) as Record<string, Schema>

const faults = Object.entries(agreed).flatMap(([type, before]) => {
  const after = now[type]
  return after === undefined
    ? [`${type} is gone`]
    : narrowings(before, after).map((fault) => `${type} ${fault}`)
})
if (faults.length > 0) {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(1)
}
writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`)
