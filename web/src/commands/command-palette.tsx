import Input from 'antd/es/input/index.js'
import Modal from 'antd/es/modal/index.js'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { FocusFirst } from '../components/focus-first.js'
import { MIN_SEARCH_LETTERS, useSearch } from '../components/list/use-search.js'
import { useTranslation } from '../i18n/use-translation.js'
import styles from './commands.module.css'
import { Keys } from './keys.js'
import { matchCommands } from './matching.js'
import { type Option, type OptionGroup, usePaletteResults } from './palette-results.js'
import { COMMAND_GROUPS, type Command, isApplicable } from './registry.js'
import { useAllCommands } from './use-commands.js'

const asOption = ({ id, icon, label, keys, run }: Command): Option => ({
  ...{ id, icon, label, hint: null, run },
  ...(keys !== undefined && { keys }),
})

/** The command palette: finds commands, contacts, tickets and messages by a part of their name or text. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const list = useId()
  const { text, setText, search, isShort } = useSearch()
  const [chosen, setChosen] = useState(0)
  const all = useAllCommands()
  const offered = useMemo(() => all.filter(isApplicable), [all])
  const commands = useMemo(() => matchCommands(offered, text), [offered, text])
  const found = usePaletteResults(text, search)
  const groups: readonly OptionGroup[] = [
    ...COMMAND_GROUPS.map((group) => {
      const own = commands.filter((command) => command.group === group).map(asOption)
      const options = group === 'places' ? [...found.active, ...own] : own
      return { title: t(`common:palette.${group}`), options }
    }),
    ...found.groups,
  ].filter(({ options }) => options.length > 0)
  const options = groups.flatMap((group) => group.options)
  const current = Math.min(chosen, options.length - 1)

  const said = [
    found.state === 'busy' && t('common:palette.busy'),
    found.state === 'failed' && t('common:palette.failed'),
    found.state === 'idle' && options.length === 0 && t('common:palette.none'),
    found.state === 'idle' && isShort && t('common:palette.needs', { letters: MIN_SEARCH_LETTERS }),
  ].filter((one) => one !== false)

  const run = (option: Option | undefined): void => {
    if (option === undefined) return
    onClose()
    // the palette keeps the focus until it closes
    setTimeout(option.run)
  }
  const pressed = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setChosen((current + step + options.length) % options.length)
    }
    if (event.key === 'Enter') run(options[current])
  }
  const row = (option: Option) => {
    const place = options.indexOf(option)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard for the list
      <div
        key={option.id}
        id={`${list}-${place}`}
        ref={(element) => {
          if (place === current) element?.scrollIntoView({ block: 'nearest' })
        }}
        role="option"
        tabIndex={-1}
        aria-selected={place === current}
        className={styles.option}
        onMouseMove={() => setChosen(place)}
        onClick={() => run(option)}
      >
        <span className={styles.icon} aria-hidden>
          {option.icon}
        </span>
        <span className={styles.label}>{option.label}</span>
        {option.hint !== null && <span className={styles.hint}>{option.hint}</span>}
        {option.keys !== undefined && <Keys keys={option.keys} />}
      </div>
    )
  }

  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={560}
      style={{ top: 80 }}
      title={<span className="visually-hidden">{t('common:palette.title')}</span>}
      styles={{ header: { margin: 0 } }}
    >
      <FocusFirst>
        <Input
          variant="borderless"
          size="large"
          placeholder={t('common:palette.search')}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={options[current] && `${list}-${current}`}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(0)
          }}
          onKeyDown={pressed}
        />
        <div className={styles.list} id={list} role="listbox" aria-label={t('common:palette.title')}>
          {groups.map(({ title, options }, place) => (
            // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by a role
            <div key={title} role="group" aria-labelledby={`${list}-group-${place}`}>
              <div id={`${list}-group-${place}`} className={styles.heading} role="presentation">
                {title}
              </div>
              {options.map(row)}
            </div>
          ))}
        </div>
        <p className={styles.none} role="status">
          {said.join(' ')}
        </p>
      </FocusFirst>
    </Modal>
  )
}
