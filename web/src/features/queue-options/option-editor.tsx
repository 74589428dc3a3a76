import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { isQueueOfBills } from '@guiche/contracts/bot/config.js'
import { MOST_OPTIONS } from '@guiche/contracts/records/queue-option.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Skeleton from 'antd/es/skeleton/index.js'
import { useState } from 'react'
import { EmptyState } from '../../components/empty-state.js'
import { ErrorState } from '../../components/error-state.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { TabContent } from '../../records/dialog-tabs.js'
import { useRecords } from '../../records/record-api.js'
import { BotPreview } from './bot-preview.js'
import { OptionForm } from './option-form.js'
import { OptionTree } from './option-tree.js'
import styles from './options.module.css'
import { countBelow, type Draft, type Option, optionsOf, playedTree } from './tree.js'
import { useAsksBilling } from './use-asks-billing.js'
import { useOptionChanges } from './use-option-changes.js'

const isSame = (a: Draft, b: Draft): boolean =>
  a.title === b.title &&
  a.message === b.message &&
  a.fileName === b.fileName &&
  a.fileList?.id === b.fileList?.id

/** The edited tree, beside a chat with the bot, which uses the unsaved greeting. */
const Options = ({ queueId, onUnsaved }: { readonly queueId: number } & Pick<TabContent, 'onUnsaved'>) => {
  const { t } = useTranslation()
  const queue = Form.useFormInstance()
  const name: string = Form.useWatch('name', queue) ?? ''
  const greeting: string = Form.useWatch('greetingMessage', queue) ?? ''
  const isMarked: boolean = Form.useWatch('bills', queue) ?? false
  const bills = useAsksBilling() && isQueueOfBills({ bills: isMarked ? 1 : 0, name })
  const list = useRecords('queueOption', { queueId })
  const { move, remove, saving } = useOptionChanges(queueId)
  /** the option in edit mode: initial and entered values */
  const [edited, setEdited] = useState<{ readonly initial: Draft; readonly draft: Draft } | null>(null)
  const [focused, setFocused] = useState<{ readonly id: number } | null>(null)
  if (list.rows === undefined) {
    return list.isError ? <ErrorState onRetry={list.refetch} /> : <Skeleton active paragraph={{ rows: 6 }} />
  }
  const options = optionsOf(list.rows)
  const draft = edited?.draft ?? null
  const begin = (initial: Draft) => setEdited({ initial, draft: initial })
  const change = (next: Draft): void => {
    if (edited === null) return
    setEdited({ ...edited, draft: next })
    onUnsaved(!isSame(edited.initial, next))
  }
  const end = (saved: number | null): void => {
    const id = saved ?? edited?.initial.id ?? edited?.initial.parentId ?? null
    setEdited(null)
    setFocused(id === null ? null : { id })
    onUnsaved(false)
  }
  const add = (parentId: number | null) =>
    begin({ id: null, parentId, title: '', message: '', fileName: null, fileList: null })
  const isFull = options.length >= MOST_OPTIONS
  const locked = edited !== null || saving
  return (
    <div className={styles.editor}>
      <section className={styles.side} aria-label={t('queue-options:title')} aria-busy={saving}>
        <p className={styles.quiet}>{t('queue-options:hint')}</p>
        {bills && <p role="status">{t('queue-options:bills')}</p>}
        {options.length === 0 && edited === null && (
          <EmptyState title={t('queue-options:empty.title')} hint={t('queue-options:empty.hint')} />
        )}
        <OptionTree
          options={options}
          draft={draft}
          form={
            edited !== null && (
              <OptionForm
                key={edited.initial.id ?? 'new'}
                queueId={queueId}
                initial={edited.initial}
                onDraft={change}
                onClose={end}
              />
            )
          }
          locked={locked}
          focused={focused}
          mayAdd={!isFull}
          onEdit={(option: Option) => begin(option)}
          onAdd={add}
          onMove={(option, place) => void move(option, place)}
          onRemove={(option) => void remove(option, countBelow(options, option.id))}
        />
        <Button icon={<PlusOutlined />} disabled={locked || isFull} onClick={() => add(null)}>
          {t('queue-options:add')}
        </Button>
        {isFull && <p role="status">{t('queue-options:full', { most: MOST_OPTIONS })}</p>}
      </section>
      <BotPreview
        queueId={queueId}
        name={name}
        greeting={greeting}
        lists={
          new Map(
            [...options, ...(draft === null ? [] : [draft])].flatMap(({ fileList }) =>
              fileList === null ? [] : [[fileList.id, fileList.name]],
            ),
          )
        }
        options={playedTree(options, draft, queueId)}
        bills={bills}
      />
    </div>
  )
}

/** The tab of a queue's options, once the queue is saved. */
export const OptionEditor = ({ id, onUnsaved }: TabContent) => {
  const { t } = useTranslation()
  return id === null ? (
    <EmptyState title={t('queue-options:saveFirst.title')} hint={t('queue-options:saveFirst.hint')} />
  ) : (
    <Options queueId={id} onUnsaved={onUnsaved} />
  )
}
