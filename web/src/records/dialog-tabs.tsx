import type { SettingKey } from '@guiche/contracts/settings/settings.js'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useUser } from '../base/access.js'
import { FormSections } from '../components/form/form-sections.js'
import { useTranslation } from '../i18n/use-translation.js'

/** A further tab of a record's dialog. */
export interface DialogTab {
  /** the key of its name, `<plural>:tab.<name>` */
  readonly name: string
  readonly fields: readonly string[]
  /** the tab is shown while a setting of the company has this value; always unless given */
  readonly whileSetting?: { readonly key: SettingKey; readonly is: string }
  /** content below its fields, which saves itself */
  readonly Content?: ComponentType<TabContent>
}
export interface TabContent {
  /** null before the record is saved */
  readonly id: number | null
  /** called with whether there is unsaved input */
  readonly onUnsaved: (unsaved: boolean) => void
}
/** The name of the first tab, which has all fields of no other tab. */
const FIRST_TAB = 'data'

/** The tabs shown now. */
export const useTabs = (tabs: readonly DialogTab[]): readonly DialogTab[] => {
  const { settings } = useUser().company
  return tabs.filter(
    ({ whileSetting }) =>
      whileSetting === undefined ||
      settings.some(({ key, value }) => key === whileSetting.key && value === whileSetting.is),
  )
}

interface Props extends TabContent {
  readonly of: string
  readonly fields: readonly string[]
  readonly tabs: readonly DialogTab[]
  readonly item: (field: string) => ReactNode
  /** called with the tab in front */
  readonly onActive: (tab: string) => void
}

/** The fields of a dialog, in tabs if there are several. */
export const DialogTabs = ({ of, fields, tabs, item, onActive, ...content }: Props) => {
  const { t } = useTranslation()
  /** content is loaded when its tab is first shown, and kept */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const inTabs = tabs.flatMap((tab) => tab.fields)
  const first: DialogTab = { name: FIRST_TAB, fields: fields.filter((field) => !inTabs.includes(field)) }
  if (tabs.length === 0) return first.fields.map(item)
  return (
    <FormSections
      sections={[first, ...tabs].map((tab) => ({
        name: tab.name,
        label: t(`${of}:tab.${tab.name}`),
        fields: tab.fields,
        content: (
          <>
            {tab.fields.map(item)}
            {tab.Content && seen.has(tab.name) && <tab.Content {...content} />}
          </>
        ),
      }))}
      onActive={(tab) => {
        setSeen((before) => new Set(before).add(tab))
        onActive(tab)
      }}
    />
  )
}
