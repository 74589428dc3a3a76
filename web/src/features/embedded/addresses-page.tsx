import { EMBEDDED_PAGES, type EmbeddedPage, settingAllows } from '@guiche/contracts/settings/settings.js'
import Button from 'antd/es/button/index.js'
import Form from 'antd/es/form/index.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { ErrorState } from '../../components/error-state.js'
import { Facts } from '../../components/facts.js'
import { FormDialog } from '../../components/form/form-dialog.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeSettingMutation } from '../settings/api.js'
import { useEmbeddedPagesQuery } from './api.js'

type Addresses = Record<EmbeddedPage, string>

const AddressesDialog = ({ addresses, onClose }: { addresses: Addresses; onClose: () => void }) => {
  const { t } = useTranslation()
  const [change] = useChangeSettingMutation()
  return (
    <FormDialog<Addresses>
      title={t('embedded:edit')}
      initial={addresses}
      onSave={async (values, { save, changed }) => {
        for (const key of EMBEDDED_PAGES)
          if (changed.includes(key)) await save(change, { key, body: { value: values[key].trim() } })
      }}
      saved={t('embedded:saved')}
      onClose={onClose}
    >
      {EMBEDDED_PAGES.map((page) => (
        <Form.Item
          key={page}
          name={page}
          label={t(`embedded:page.${page}`)}
          rules={[
            {
              validator: async (_rule, value: string) => {
                if (!settingAllows(page, value.trim())) throw new Error(t('embedded:invalid'))
              },
            },
          ]}
        >
          <Input type="url" inputMode="url" placeholder="https://" autoComplete="off" />
        </Form.Item>
      ))}
    </FormDialog>
  )
}

/** Addresses of embedded pages, set by super users for the whole platform. */
export const AddressesPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useEmbeddedPagesQuery()
  const [editing, setEditing] = useState(false)
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  const addresses = Object.fromEntries(
    EMBEDDED_PAGES.map((page) => [page, data.find((one) => one.page === page)?.address ?? '']),
  ) as Addresses
  return (
    <>
      <PageHeader
        title={t('embedded:title')}
        hint={t('embedded:hint')}
        button={
          <Button type="primary" onClick={() => setEditing(true)}>
            {t('embedded:edit')}
          </Button>
        }
      />
      <Facts
        of={EMBEDDED_PAGES.map((page) => [t(`embedded:page.${page}`), addresses[page] || t('embedded:none')])}
      />
      {editing && <AddressesDialog addresses={addresses} onClose={() => setEditing(false)} />}
    </>
  )
}
