import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import type { ShownFile } from '@guiche/contracts/records/fields.js'
import type { FieldOf } from '@guiche/contracts/records/kinds/kind.js'
import Button from 'antd/es/button/index.js'
import Flex from 'antd/es/flex/index.js'
import Input from 'antd/es/input/index.js'
import Progress from 'antd/es/progress/index.js'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { newId } from '../api/ids.js'
import { chooseFiles } from '../base/choose-files.js'
import { useTranslation } from '../i18n/use-translation.js'
import styles from './files-input.module.css'

/** A file of a form: one that is stored, or one that was chosen just now. */
export interface FileEntry extends Pick<ShownFile, 'name' | 'size' | 'mimetype' | 'caption'> {
  /** null: it is brought when the record is saved */
  readonly id: string | null
  readonly path: string | null
  readonly file: File | null
}

/** How much of each file is sent, 0 to 1, while a record is being saved. */
export const SentShares = createContext<ReadonlyMap<File, number>>(new Map())

export const entryOf = (file: ShownFile): FileEntry => ({ ...file, file: null })
/** Keys of files that were chosen: a row keeps the focus when it moves. */
const keys = new WeakMap<File, string>()
const keyOf = (file: File | null): string | null => {
  if (file === null) return null
  const known = keys.get(file) ?? newId()
  keys.set(file, known)
  return known
}
const chosen = (file: File): FileEntry => ({
  ...{ id: null, path: null, file, name: file.name },
  ...{ size: file.size, mimetype: file.type, caption: '' },
})

/** A picture small, else a sign; what is stored opens by it. */
const Thumb = ({ entry: { file, path, name, mimetype } }: { readonly entry: FileEntry }) => {
  const own = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file])
  useEffect(() => () => (own === null ? undefined : URL.revokeObjectURL(own)), [own])
  const address = own ?? path ?? ''
  const isPicture = /^image\/(?!svg)/.test(mimetype)
  const picture = isPicture ? <img src={own ?? `${address}?preview=1`} alt="" /> : <FileOutlined />
  return (
    <a
      className={styles.thumb}
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={name}
      title={name}
    >
      {picture}
    </a>
  )
}

interface Props {
  readonly id?: string
  readonly field: FieldOf<'files'>
  readonly value?: readonly FileEntry[]
  readonly onChange?: (files: readonly FileEntry[]) => void
}

/** Several files in their order, each with a caption. Nothing is sent before the form is saved. */
export const FilesInput = ({ id, field, value = [], onChange }: Props) => {
  const { t } = useTranslation()
  const shares = useContext(SentShares)
  const [surplus, setSurplus] = useState(false)
  const put = (entries: readonly FileEntry[]) => onChange?.(entries)
  const add = (files: readonly File[]) => {
    const room = field.most - value.length
    setSurplus(files.length > room)
    put([...value, ...files.slice(0, room).map(chosen)])
  }
  return (
    <Flex vertical gap="small" align="start" id={id} className={styles.files}>
      {value.map((entry, at) => {
        const { name, file } = entry
        const share = file === null ? undefined : shares.get(file)
        return (
          <div key={entry.id ?? keyOf(file) ?? at} className={styles.file}>
            <Thumb entry={entry} />
            <span className={styles.told}>
              <span className={styles.name} title={name}>
                {name}
              </span>
              {share === undefined ? (
                <Input
                  size="small"
                  maxLength={field.caption}
                  placeholder={t('common:files.caption')}
                  aria-label={t('common:files.captionOf', { name })}
                  value={entry.caption}
                  onChange={({ target }) => put(value.with(at, { ...entry, caption: target.value }))}
                />
              ) : (
                <Progress
                  percent={Math.round(share * 100)}
                  size="small"
                  aria-label={t('common:files.sending', { name })}
                />
              )}
            </span>
            <Button
              type="text"
              icon={<UpOutlined />}
              disabled={at === 0}
              aria-label={t('common:files.up', { name })}
              title={t('common:files.up', { name })}
              onClick={() => put(value.toSpliced(at, 1).toSpliced(at - 1, 0, entry))}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('common:file.remove', { name })}
              title={t('common:file.remove', { name })}
              onClick={() => {
                setSurplus(false)
                put(value.toSpliced(at, 1))
              }}
            />
          </div>
        )
      })}
      <Button
        icon={<PlusOutlined />}
        disabled={value.length >= field.most}
        onClick={() => chooseFiles(add, { multiple: true })}
      >
        {t('common:files.add')}
      </Button>
      {surplus && <span role="alert">{t('common:files.most', { most: field.most })}</span>}
    </Flex>
  )
}
