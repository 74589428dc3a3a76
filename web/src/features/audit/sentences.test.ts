import { readFileSync } from 'node:fs'
import { eventSchemas } from '@guiche/contracts/events/index.js'
import { describe, expect, it } from '@jest/globals'
import { sentenceKey } from './sentence-key.js'

const texts = JSON.parse(readFileSync(new URL('../../i18n/pt/audit.json', import.meta.url), 'utf8')) as {
  event: Record<string, string>
}

/** Not in the audit: what repeats something else, or belongs to no company's people. */
const UNSAID = [
  /^(quota|claim|command|sequence|relay)\./,
  /^contact\.(identified|picture-changed)\./,
  /^ticket\.(read|claim-lost)\./,
  /^message\.(received|recovered|sent|acknowledged|media-stored|media-retried|reaction-requested|reacted|reaction-failed|erased)\./,
]

describe('sentences of the audit', () => {
  it('are there for every event that people read about, and for no other', () => {
    const types = Object.keys(eventSchemas).filter((type) => !UNSAID.some((kind) => kind.test(type)))
    expect(Object.keys(texts.event).sort()).toEqual(types.map(sentenceKey).sort())
  })
})
