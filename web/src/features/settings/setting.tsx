import { isLanguage } from '@guiche/contracts/languages.js'
import { PLATFORM_SETTINGS, SETTINGS, settingAllows } from '@guiche/contracts/settings/settings.js'
import { RATING_DAYS } from '@guiche/contracts/ticket/rating.js'
import type { ShownSetting } from '@guiche/contracts/words/settings.js'
import Input from 'antd/es/input/index.js'
import Switch from 'antd/es/switch/index.js'
import type { TFunction } from 'i18next'
import { useId, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useAppDispatch } from '../../base/hooks.js'
import { Select } from '../../components/select.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { LANGUAGE_NAMES } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeSettingMutation } from './api.js'
import styles from './settings.module.css'

const allowedOf = (name: ShownSetting) => ({ ...SETTINGS, ...PLATFORM_SETTINGS })[name].values
/** The range of an integer setting; null for other settings. */
const rangeOf = (name: ShownSetting): { readonly min: number; readonly max: number } | null => {
  const values = allowedOf(name)
  return 'min' in values ? values : null
}
/** Whether a setting is a switch. */
const isSwitch = (values: readonly string[]): boolean => values.includes('enabled')
const WIDE_RANGE = 10
/** Options of a setting: its values, or the numbers of a short range; undefined without either. */
const optionsOf = (name: ShownSetting): readonly string[] | undefined => {
  const values: unknown = allowedOf(name)
  if (Array.isArray(values)) return isSwitch(values) ? undefined : values
  const range = rangeOf(name)
  if (range === null || range.max - range.min >= WIDE_RANGE) return undefined
  return Array.from({ length: range.max - range.min + 1 }, (_, at) => String(range.min + at))
}
/** Whether a setting is a typed text. */
const isTyped = (name: ShownSetting): boolean => allowedOf(name) instanceof RegExp
/** Whether a setting is shown by its value, not as yes or no. */
export const hasChoices = (name: ShownSetting): boolean =>
  optionsOf(name) !== undefined || rangeOf(name) !== null || isTyped(name)
const isSchedule = (value: string): boolean => SETTINGS.scheduleType.values.some((one) => one === value)
/** The value of a setting with choices, as text. */
export const valueText = (t: TFunction, value: string): string => {
  if (isLanguage(value)) return LANGUAGE_NAMES[value]
  if (value === 'text') return t('settings:menuAsText')
  if (value === '') return t('audit:none')
  return isSchedule(value) ? t(`audit:scheduleType.${value}`) : value
}

interface Props {
  readonly name: ShownSetting
  readonly value: string
}

/**
 * Saves a setting at once. The chosen value shows during the save; after a failure the stored value shows
 * again.
 */
const useChoice = ({ name, value }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [change] = useChangeSettingMutation()
  const { save } = useSaved()
  const [chosen, setChosen] = useState<string | null>(null)
  const next = useRef<string | null>(null)
  /** Saves a number, after a running save. */
  const type = async (wanted: string): Promise<void> => {
    next.current = wanted
    if (chosen !== null) return
    while (next.current !== null) {
      const now: string = next.current
      next.current = null
      await choose(now)
    }
  }
  const choose = async (wanted: string): Promise<void> => {
    // the arrow keys may choose the value that is already set
    if (chosen !== null || wanted === value) return
    setChosen(wanted)
    try {
      await save(change, { key: name, body: { value: wanted } })
      dispatch(toastShown({ tone: 'good', text: t('settings:saved') }))
    } catch (failure) {
      dispatch(toastShown({ tone: 'failed', text: errorText(failure as ApiError) }))
    } finally {
      setChosen(null)
    }
  }
  return { shown: chosen ?? value, saving: chosen !== null, choose, type }
}

/** A whole number, saved on blur or Enter. An invalid number is marked red, and not saved. */
const NumberSetting = ({
  range,
  shown,
  choose,
  ...given
}: {
  readonly range: { readonly min: number; readonly max: number }
  readonly shown: string
  readonly choose: (wanted: string) => Promise<void>
  readonly id: string
}) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? shown
  const isFit = /^\d+$/.test(value) && Number(value) >= range.min && Number(value) <= range.max
  const save = () => {
    if (typed === null || !isFit) return
    setTyped(null)
    void choose(String(Number(typed)))
  }
  return (
    <>
      <Input
        {...given}
        inputMode="numeric"
        className={styles.number ?? ''}
        status={isFit ? '' : 'error'}
        aria-invalid={!isFit}
        value={value}
        onChange={({ target }) => setTyped(target.value.trim())}
        onBlur={save}
        onPressEnter={save}
        onKeyDown={({ key }) => key === 'Escape' && setTyped(null)}
      />
      {!isFit && (
        <p role="alert" className={styles.failure}>
          {t('common:valid.range', range)}
        </p>
      )}
    </>
  )
}

/** A text, saved on blur or Enter. An invalid text is marked red, and not saved. */
const TextSetting = ({
  name,
  shown,
  choose,
  ...given
}: {
  readonly name: ShownSetting
  readonly shown: string
  readonly choose: (wanted: string) => Promise<void>
  readonly id: string
}) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? shown
  const isFit = settingAllows(name, value.trim())
  const save = () => {
    if (typed === null || !isFit) return
    setTyped(null)
    void choose(typed.trim())
  }
  return (
    <>
      <Input
        {...given}
        className={styles.text ?? ''}
        status={isFit ? '' : 'error'}
        aria-invalid={!isFit}
        value={value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onPressEnter={save}
        onKeyDown={({ key }) => key === 'Escape' && setTyped(null)}
      />
      {!isFit && (
        <p role="alert" className={styles.failure}>
          {t('common:valid.refused')}
        </p>
      )}
    </>
  )
}

/**
 * A setting with its description, and the control that changes it. While a save runs the control keeps the
 * focus.
 */
export const Setting = ({ name, value }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const { shown, saving, choose, type } = useChoice({ name, value })
  const options = optionsOf(name)
  const range = rangeOf(name)
  const given = { id, 'aria-describedby': `${id}-help`, 'aria-busy': saving }
  return (
    <li className={isTyped(name) ? `${styles.setting} ${styles.wide}` : styles.setting}>
      <label htmlFor={id}>{t(`audit:field.setting.${name}`)}</label>
      <p id={`${id}-help`} className={styles.help}>
        {t(`settings:help.${name}`, { days: RATING_DAYS })}
      </p>
      <div className={styles.control}>
        {options !== undefined ? (
          <Select<string>
            {...given}
            value={shown}
            options={options.map((value) => ({ value, label: valueText(t, value) }))}
            onChange={(value) => void choose(value)}
          />
        ) : range !== null ? (
          <NumberSetting {...given} range={range} shown={shown} choose={type} />
        ) : isTyped(name) ? (
          <TextSetting {...given} name={name} shown={shown} choose={type} />
        ) : (
          <Switch
            {...given}
            checked={shown === 'enabled'}
            onChange={(on) => void choose(on ? 'enabled' : 'disabled')}
          />
        )}
      </div>
    </li>
  )
}
