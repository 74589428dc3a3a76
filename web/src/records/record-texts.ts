import { LANGUAGES } from '@guiche/contracts/languages.js'
import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import type { Texts } from '@guiche/contracts/records/texts.js'
import i18next from 'i18next'
import { type ComponentType, useEffect, useState } from 'react'
import { fetchPart, lazyPage } from '../base/lazy-page.js'
import { type TextTree, treeIn } from '../i18n/text-tree.js'
import { textsChanged, useTranslation } from '../i18n/use-translation.js'

type WithScreen<S> = {
  [N in RecordName]: Records[N]['screen'] extends S ? N : never
}[RecordName]
/** Records with a page in the menu that the app makes of their declaration. */
export type PagedName = WithScreen<object>
/** Records with a list that the app makes of their declaration. */
export type ListedName = WithScreen<object | 'list'>
/** Records with a dialog that the app makes of their declaration. */
export type ShownName = WithScreen<object | 'list' | 'dialog'>

type OfFields<N extends RecordName> = { readonly [F in keyof Records[N]['fields']]?: Texts }
interface DialogTexts<N extends RecordName> {
  /** title of the dialog for a new record, and the list's button */
  readonly add: Texts
  readonly editTitle: Texts
  readonly saved: Texts
  readonly placeholder?: OfFields<N>
  readonly help?: OfFields<N>
  /** names of the dialog's tabs */
  readonly tab?: Readonly<Record<string, Texts>>
}
interface ListTexts<N extends RecordName> extends DialogTexts<N> {
  /** below the title of the list */
  readonly hint: Texts
  readonly deleted: Texts
  /** the effect of a deletion; the text may contain `{{name}}` */
  readonly deleteDetail: Texts
  readonly empty: { readonly title: Texts; readonly hint: Texts }
}
type SearchedName<L> = L extends { readonly search: object }
  ? { readonly search: Texts }
  : { readonly search?: never }
/** The texts of a record's list and dialog, or of its dialog alone. */
export type TextsOf<N extends ShownName> = N extends ListedName
  ? ListTexts<N> & SearchedName<Records[N]['list']>
  : DialogTexts<N>

/** A file for each record with a screen; loaded when the screen is first shown, in all languages. */
const files = import.meta.glob<TextTree>('../features/*/record-texts.ts', { import: 'texts' })
const known = new Map<ShownName, Promise<void>>()
const loaded = new Set<ShownName>()

const loadTexts = async (name: ShownName): Promise<void> => {
  const { plural } = RECORDS[name]
  const texts = await fetchPart(async () => files[`../features/${plural}/record-texts.ts`]?.())
  for (const language of LANGUAGES)
    i18next.addResourceBundle(language, plural, treeIn(texts ?? {}, language), true, true)
  loaded.add(name)
  textsChanged()
}

export const loadRecordTexts = (name: ShownName): Promise<void> => {
  const loading = known.get(name) ?? loadTexts(name)
  known.set(name, loading)
  return loading
}

/** A part of the app that is loaded with the texts of these records. */
export const withRecordTexts = <P extends object>(name: ShownName, page: () => Promise<ComponentType<P>>) =>
  lazyPage(async () => (await Promise.all([page(), loadRecordTexts(name)]))[0])

/** Loads the texts of these records. Returns whether they are there. */
export const useRecordTexts = (name: ShownName): boolean => {
  // renders again once the texts are there
  useTranslation()
  const [failure, setFailure] = useState<{ readonly reason: unknown } | null>(null)
  useEffect(() => {
    loadRecordTexts(name).catch((reason: unknown) => setFailure({ reason }))
  }, [name])
  if (failure !== null) throw failure.reason
  return loaded.has(name)
}
