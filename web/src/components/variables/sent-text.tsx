import type { TextAreaProps } from 'antd/es/input/index.js'
import Input from 'antd/es/input/index.js'
import { type ComponentRef, useRef } from 'react'
import { loadTextsOf } from '../../i18n/i18n.js'
import { lazyDialog } from '../lazy-dialog.js'

const VariableChips = lazyDialog(
  async () => (await Promise.all([import('./chips.js'), loadTextsOf('variables')]))[0].VariableChips,
)

type Props = Pick<TextAreaProps, 'id' | 'autoSize' | 'maxLength' | 'aria-label'> & {
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** A multi-line text that is sent to contacts, with the variables that the text may contain. */
export const SentText = ({ value = '', onChange, ...given }: Props) => {
  const area = useRef<ComponentRef<typeof Input.TextArea>>(null)
  const insert = (variable: string): void => {
    const element = area.current?.resizableTextArea?.textArea
    const [start, end] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length]
    const next = value.slice(0, start) + variable + value.slice(end)
    if (next.length > (given.maxLength ?? Number.POSITIVE_INFINITY)) return
    onChange?.(next)
    element?.focus()
    // React puts the caret at the end when the value changes
    requestAnimationFrame(() => element?.setSelectionRange(start + variable.length, start + variable.length))
  }
  return (
    <>
      <Input.TextArea
        {...given}
        ref={area}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <VariableChips text={value} onInsert={insert} />
    </>
  )
}
