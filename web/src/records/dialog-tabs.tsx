import type { SettingKey } from '@guiche/contracts/settings.js'
import Form from 'antd/es/form/index.js'
import Tabs from 'antd/es/tabs/index.js'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useUser } from '../base/access.js'
import { useTranslation } from '../i18n/use-translation.js'

/** A further tab of a record's dialog. */
export interface DialogTab {
  /** the key of its name, `<plural>:tab.<name>` */
  readonly name: string
  readonly fields: readonly string[]
  /** the tab is there while a setting of the company has this value; always unless given */
  readonly whileSetting?: { readonly key: SettingKey; readonly is: string }
  /** what stands below its fields, and is saved by itself */
  readonly Content?: ComponentType<TabContent>
}
export interface TabContent {
  /** null while the record is not made yet */
  readonly id: number | null
  /** told whether something is entered that is not saved */
  readonly onUnsaved: (unsaved: boolean) => void
}
/** The name of the first tab, which has all other fields. */
export const FIRST = 'data'

/** The tabs that are there now. */
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
  /** the field that does not fit; a new object each time */
  readonly refused: { readonly field: string } | null
  readonly item: (field: string) => ReactNode
  /** told which tab is in front */
  readonly onActive: (tab: string) => void
}

/** The fields of a dialog, in tabs where there are several. The tab of a field that does not fit comes to the front. */
export const DialogTabs = ({ of, fields, tabs, refused, item, onActive, ...content }: Props) => {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const [active, show] = useState(FIRST)
  /** what stands there is read when the tab is shown first, and kept */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const setActive = (tab: string): void => {
    show(tab)
    setSeen((before) => new Set(before).add(tab))
    onActive(tab)
  }
  const inTabs = tabs.flatMap((tab) => tab.fields)
  const toFocus = useRef<string | null>(null)
  const tabOf = (field: string): string => tabs.find((tab) => tab.fields.includes(field))?.name ?? FIRST
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal brings its tab to the front once
  useEffect(() => {
    if (refused === null) return
    toFocus.current = refused.field
    setActive(tabOf(refused.field))
  }, [refused])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is hidden takes no focus, so the tab is shown first
  useEffect(() => {
    const field = toFocus.current
    if (field === null || tabOf(field) !== active) return
    toFocus.current = null
    form.focusField(field)
  }, [refused, active])
  const first: DialogTab = { name: FIRST, fields: fields.filter((field) => !inTabs.includes(field)) }
  if (tabs.length === 0) return first.fields.map(item)
  const all = [first, ...tabs].map((tab) => ({ ...tab, label: t(`${of}:tab.${tab.name}`) }))
  return (
    <>
      <Tabs
        activeKey={active}
        onChange={setActive}
        items={all.map(({ name, label }) => ({ key: name, label }))}
      />
      {all.map((tab) => (
        // Fields of all tabs are said. antd's panels are shown a moment later, when a field cannot have the focus yet.
        <div key={tab.name} role="tabpanel" aria-label={tab.label} hidden={tab.name !== active}>
          {tab.fields.map(item)}
          {tab.Content && seen.has(tab.name) && <tab.Content {...content} />}
        </div>
      ))}
    </>
  )
}
