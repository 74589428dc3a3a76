import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { FieldOf } from '@guiche/contracts/records/kinds/kind.js'
import Button from 'antd/es/button/index.js'
import { type DragEvent, useContext, useState } from 'react'
import { chooseFiles } from '../../base/choose-files.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { entryOfFile, type FileEntry, keyOf, movedTo } from './entry.js'
import { FileRow } from './file-row.js'
import styles from './files.module.css'
import { UploadsOfForm } from './uploads.js'
import { useReorder } from './use-reorder.js'

interface Props {
  readonly id?: string
  readonly field: FieldOf<'files'>
  readonly value?: readonly FileEntry[]
  readonly onChange?: (files: readonly FileEntry[]) => void
}

/**
 * Several files in order, each with a caption. Nothing is sent before the form is saved. A file that WhatsApp
 * refuses shows the reason; other files are sent.
 */
export const FilesInput = ({ id, field, value = [], onChange }: Props) => {
  const { t } = useTranslation()
  const { states } = useContext(UploadsOfForm)
  const [surplus, setSurplus] = useState(0)
  const [moved, setMoved] = useState('')
  const [isOver, setIsOver] = useState(false)
  const put = (entries: readonly FileEntry[]) => onChange?.(entries)
  const isBusy = [...states.values()].some(({ kind }) => kind === 'sending' || kind === 'waiting')
  const taken = value.filter(({ against }) => against === null).length
  const move = (from: number, to: number): void => {
    if (isBusy) return
    put(movedTo(value, from, to))
    const name = value[from]?.fileName ?? ''
    setMoved(t('file-lists:files.moved', { name, place: to + 1, of: value.length }))
  }
  const { list, dragged, handle } = useReorder(value.length, move)
  const add = (files: readonly File[]): void => {
    const all = files.map(entryOfFile)
    const good = all.filter(({ against }) => against === null)
    const kept = good.slice(0, Math.max(0, field.most - taken))
    setSurplus(good.length - kept.length)
    put([...value, ...all.filter((entry) => entry.against !== null || kept.includes(entry))])
  }
  const drop = (event: DragEvent): void => {
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    // also during uploads: otherwise the browser would open the file instead of the page
    event.preventDefault()
    if (!isBusy) add(files)
  }
  const remove = (at: number): void => {
    setSurplus(0)
    put(value.toSpliced(at, 1))
  }
  const failed = value.filter(({ file }) => file !== null && states.get(file)?.kind === 'failed').length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped anywhere here; the button does the same
    <div
      id={id}
      className={styles.files}
      data-over={isOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {value.length > 0 && (
        <ul ref={list} className={styles.list}>
          {value.map((entry, at) => (
            <FileRow
              key={keyOf(entry)}
              entry={entry}
              caption={field.caption}
              isDragged={dragged === at}
              handle={handle(at)}
              locked={isBusy}
              onCaption={(name) => put(value.with(at, { ...entry, name }))}
              onRemove={() => remove(at)}
            />
          ))}
        </ul>
      )}
      <p className="visually-hidden" aria-live="polite">
        {moved}
      </p>
      <Button
        icon={<PlusOutlined />}
        disabled={isBusy || taken >= field.most}
        onClick={() => chooseFiles(add, { multiple: true })}
      >
        {t('file-lists:files.add')}
      </Button>
      <span className={styles.size}>{t('file-lists:files.room', { taken, most: field.most })}</span>
      {surplus > 0 && (
        <p role="alert" className={styles.fault}>
          {t('file-lists:files.most', { most: field.most, count: surplus })}
        </p>
      )}
      {failed > 0 && !isBusy && (
        <p role="alert" className={styles.fault}>
          {t('file-lists:files.left', { count: failed })}
        </p>
      )}
    </div>
  )
}
