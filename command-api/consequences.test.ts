import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import { describe, expect, it } from '@jest/globals'
import { CONSEQUENCES } from './consequences.js'
import { type AnyConsequence, CONSEQUENCE_GROUPS } from './kernel/consequence.js'

const FOLDER = new URL('.', import.meta.url).pathname
/** Files of command-api that declare a consequence. */
const declaring = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    /^(?!node_modules|dist).*(?<!\.test)\.ts$/.test(file) &&
    /= consequence(<|\()/.test(readFileSync(join(FOLDER, file), 'utf8')),
)

/**
 * Names of consequences are stored: in kept items, and in the ids of their commands.
 * A renamed or removed name loses its kept items, unless a consequence declares it as its former name (`was`).
 * So add lines, but never change one.
 */
const GOLDEN = [
  'cascade/begin-closure',
  'cascade/close-all',
  'cascade/close-imported',
  'cascade/delete-own-replies',
  'cascade/drop-if-writes',
  'cascade/end-session',
  'cascade/fail-on-deleted',
  'cascade/finish-company',
  'cascade/finish-merge',
  'cascade/follow-lane',
  'cascade/forget-drafts',
  'cascade/give-occurrences',
  'cascade/leave-connection',
  'cascade/leave-gone-contact',
  'cascade/let-go-of-deleted',
  'cascade/release-holdings',
  'cascade/remove-files',
  'cascade/remove-tokens',
  'cascade/settle-seat',
  'cascade/stop-line',
  'cascade/take-off-gone',
  'cascade/unlink-queue',
  'cascade/unlink-tickets',
  'cascade/unlink-users',
  'cascade/visit-both',
  'courtesies/decline-calls',
  'courtesies/fail-without-connection',
  'courtesies/greet',
  'courtesies/read-by-answer',
  'courtesies/say-automatic-texts',
  'courtesies/say-bot-texts',
  'courtesies/say-closed',
  'courtesies/take-bot-step',
  'push/forget-devices',
  'push/push-notices',
]

describe('consequences', () => {
  it('are listed, each in a file of its name, so that all that are declared are started', () => {
    const names = CONSEQUENCES.map(({ name }) => name)
    expect(names.toSorted()).toEqual(declaring.map((file) => basename(file, '.ts')).toSorted())
    expect(new Set(names).size).toBe(names.length)
  })

  it('keep their names and groups', () => {
    const names = (CONSEQUENCES as readonly AnyConsequence[]).flatMap(({ group, name, was = [] }) =>
      [name, ...was].map((one) => `${group}/${one}`),
    )
    expect(names.toSorted()).toEqual(GOLDEN)
  })

  it('have names that stand in keys of the vault and in ids of routes', () => {
    for (const { name } of CONSEQUENCES) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    // Kept items are found by the prefix of their ids.
    const groups = Object.keys(CONSEQUENCE_GROUPS)
    for (const one of groups)
      expect(groups.filter((other) => other !== one && other.startsWith(`${one}-`))).toEqual([])
  })

  it('follow events that there are', () => {
    for (const { on } of CONSEQUENCES)
      expect(Object.keys(eventSchemas)).toEqual(expect.arrayContaining(Object.keys(on)))
  })
})
