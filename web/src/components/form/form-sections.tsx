import Form from 'antd/es/form/index.js'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Tabs } from '../tabs.js'
import { Refused } from './refused.js'

/** A section of a form. */
export interface FormSection {
  readonly name: string
  readonly label: string
  /** names of the section's fields */
  readonly fields: readonly string[]
  readonly content: ReactNode
}
interface Props {
  /** the first section is shown first, and has every field that no other section names */
  readonly sections: readonly FormSection[]
  /** called with the section in front */
  readonly onActive?: (section: string) => void
}

/**
 * A form in sections. The section of an invalid or refused field comes to the front, and the field gets the
 * focus.
 */
export const FormSections = ({ sections, onActive }: Props) => {
  const form = Form.useFormInstance()
  const refused = useContext(Refused)
  const first = sections[0]?.name ?? ''
  const [active, show] = useState(first)
  const setActive = (section: string): void => {
    show(section)
    onActive?.(section)
  }
  const toFocus = useRef<string | null>(null)
  const sectionOf = (field: string): string =>
    sections.find(({ fields }) => fields.includes(field))?.name ?? first
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal brings its section to the front once
  useEffect(() => {
    if (refused === null) return
    toFocus.current = refused.field
    setActive(sectionOf(refused.field))
  }, [refused])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is hidden takes no focus, so the section is shown first
  useEffect(() => {
    const field = toFocus.current
    if (field === null || sectionOf(field) !== active) return
    toFocus.current = null
    form.focusField(field)
  }, [refused, active])
  return (
    <>
      <Tabs
        bare
        active={active}
        onActive={setActive}
        items={sections.map(({ name, label }) => ({ key: name, label }))}
      />
      {sections.map(({ name, label, content }) => (
        // All sections are mounted, so that all their fields are sent. antd's panels would be shown too late
        // for a focus.
        <div key={name} role="tabpanel" aria-label={label} hidden={name !== active}>
          {content}
        </div>
      ))}
    </>
  )
}
