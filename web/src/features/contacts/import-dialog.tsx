import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import type { ImportRecord, SheetPreview } from '@guiche/contracts/contact/imports.js'
import Button from 'antd/es/button/index.js'
import Modal from 'antd/es/modal/index.js'
import Spin from 'antd/es/spin/index.js'
import { useRef, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { newId } from '../../api/ids.js'
import { useAppDispatch } from '../../base/hooks.js'
import { FileField } from '../../components/form/file-field.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { type SheetReadingOptions, useImportFromPhoneMutation, useUploadContactsMutation } from './api.js'
import styles from './import-dialog.module.css'
import { ImportPreview } from './import-preview.js'
import { ImportProgress, useShownImport } from './import-progress.js'
import { showImport } from './patches.js'

interface ChosenSheet {
  readonly file: File
  readonly wish: SheetReadingOptions
  /** the same for all attempts with this file and these reading options */
  readonly idempotencyKey: string
  /** null while the server reads the file */
  readonly preview: SheetPreview | null
}

const AS_TITLED: SheetReadingOptions = { columns: {}, addCountry: false }

/** Imports contacts from a spreadsheet: a preview, then the import with its progress. */
export const ImportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [upload, { isLoading }] = useUploadContactsMutation()
  const [fromPhone, { isLoading: isAsking }] = useImportFromPhoneMutation()
  const [chosen, setChosen] = useState<ChosenSheet | null>(null)
  const last = useRef<string | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [started, setStarted] = useState<string | null>(null)
  const shown = useShownImport(started)
  const isOther = started === null && shown !== null
  // a chosen file stays visible during a new read
  const chooses = started === null && (shown === null || chosen !== null)

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error as ApiError)
    }
  }
  const choose = (
    file: File | null,
    wish: SheetReadingOptions = AS_TITLED,
    shown: SheetPreview | null = null,
  ) =>
    attempt(async () => {
      const id = newId()
      last.current = id
      setChosen(null)
      if (file === null) return
      const fresh = { file, wish, idempotencyKey: id }
      setChosen({ ...fresh, preview: shown })
      // the user may choose another file or other columns during a read
      const isLast = () => last.current === id
      try {
        const { preview = null } = await upload({ file, ...wish, preview: true }).unwrap()
        if (isLast()) setChosen({ ...fresh, preview })
      } catch (error) {
        if (!isLast()) return
        setChosen(null)
        throw error
      }
    })
  const show = (record: ImportRecord): void => {
    setStarted(record.id)
    // shows the record before its first frame, which comes only after the first rows
    dispatch(showImport(record))
  }
  const start = ({ file, wish, idempotencyKey }: ChosenSheet) =>
    attempt(async () => {
      const answer = await upload({ file, ...wish, preview: false, idempotencyKey }).unwrap()
      if (answer.import !== undefined) show(answer.import)
    })
  const takeFromPhone = () => attempt(async () => show((await fromPhone({}).unwrap()).import))

  const preview = chosen?.preview ?? null
  const importable = preview === null ? 0 : preview.total - preview.invalid - preview.duplicates
  return (
    <Modal
      open
      title={t('contacts:import.title')}
      width={640}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t(shown === null ? 'common:cancel' : 'common:close')}
        </Button>,
        chosen !== null && started === null && (
          <Button
            key="start"
            type="primary"
            disabled={importable === 0 || isLoading}
            loading={isLoading}
            onClick={() => void start(chosen)}
          >
            {t('contacts:import.start', { count: importable })}
          </Button>
        ),
      ]}
    >
      {chooses && (
        <div className={styles.choose}>
          <p>{t('contacts:import.hint')}</p>
          <FileField
            value={chosen?.file ?? null}
            accept=".xlsx,.csv,.txt,.xls"
            onChange={(file) => void choose(file)}
          />
          {chosen === null && (
            <>
              <p>{t('contacts:import.phoneHint')}</p>
              <Button icon={<MobileOutlined />} loading={isAsking} onClick={() => void takeFromPhone()}>
                {t('contacts:import.fromPhone')}
              </Button>
            </>
          )}
          {chosen !== null && preview === null && <Spin aria-label={t('contacts:import.reading')} />}
          {chosen !== null && preview !== null && (
            <ImportPreview
              preview={preview}
              wish={chosen.wish}
              onWish={(wish) => void choose(chosen.file, wish, preview)}
            />
          )}
        </div>
      )}
      {shown !== null && <ImportProgress record={shown} />}
      {isOther && shown.status === 'running' && <p>{t('contacts:import.oneAtATime')}</p>}
      <p role="alert" className={styles.failure}>
        {failure !== null && errorText(failure)}
      </p>
    </Modal>
  )
}
