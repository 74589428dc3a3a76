import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { useState } from 'react'
import { useMayDo } from '../../base/access.js'
import { lazyDialog } from '../../components/lazy-dialog.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { RecordPage } from '../../records/record-page.js'

const SuggestDialog = lazyDialog(() => import('./suggest-dialog.js').then((m) => m.SuggestDialog))

/** The list of holidays, as a part of another page. */
export const HolidayList = () => {
  const { t } = useTranslation()
  const mayAdd = useMayDo(RECORDS.holiday.allow.create)
  const [suggesting, setSuggesting] = useState(false)
  return (
    <>
      <RecordPage
        name="holiday"
        level={2}
        columns={['name', 'date', 'yearly', 'parts']}
        more={
          mayAdd
            ? [
                {
                  ...{ key: 'suggest', label: t('holidays:suggest.open'), icon: <CalendarOutlined /> },
                  run: () => setSuggesting(true),
                },
              ]
            : []
        }
      />
      {suggesting && <SuggestDialog onClose={() => setSuggesting(false)} />}
    </>
  )
}
