import type { Language } from '../languages.js'
import { RECORDS } from '../records/index.js'
import type { RecordSpec } from '../records/record.js'
import { type Texts, textIn } from '../records/texts.js'

/**
 * Names of records and their fields in one language, by namespace: `tags.name`, `tags.noun`, `tags.title`,
 * `tags.field.color`.
 */
export const wordsOfRecords = (language: Language): object => {
  const said = (texts: Texts) => textIn(texts, language)
  return Object.fromEntries(
    Object.values<RecordSpec>(RECORDS).map(({ plural, words }) => {
      const field = Object.entries(words.fields ?? {}).map(([name, texts]) => [name, said(texts)])
      const { name, noun, title } = words
      return [
        plural,
        { name: said(name), noun: said(noun), title: said(title), field: Object.fromEntries(field) },
      ]
    }),
  )
}
