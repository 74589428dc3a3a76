import { LANGUAGES, type Language } from '../languages.js'
import { RECORDS } from '../records/index.js'
import type { RecordSpec, Texts } from '../records/record.js'

/** Names of records and their fields in one language, by namespace: `tags.name`, `tags.noun`, `tags.field.color`. */
export const wordsOfRecords = (language: Language): object => {
  const at = LANGUAGES.indexOf(language)
  const said = (texts: Texts) => texts[at]
  return Object.fromEntries(
    Object.values<RecordSpec>(RECORDS).map(({ plural, words }) => {
      const field = Object.entries(words.fields ?? {}).map(([name, texts]) => [name, said(texts)])
      return [plural, { name: said(words.name), noun: said(words.noun), field: Object.fromEntries(field) }]
    }),
  )
}
