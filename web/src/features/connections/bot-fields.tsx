import Form from 'antd/es/form/index.js'
import { NumberField } from '../../components/form/number-field.js'
import { useTranslation } from '../../i18n/use-translation.js'

/** How often and how long the bot waits for a choice. */
export const BotFields = () => {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item
        name="maxUseBotQueues"
        label={t('connections:field.botTries')}
        extra={t('connections:help.botTries')}
      >
        <NumberField min={0} max={1000} precision={0} />
      </Form.Item>
      <Form.Item
        name="timeUseBotQueues"
        label={t('connections:field.botMinutes')}
        extra={t('connections:help.botMinutes')}
      >
        <NumberField min={0} max={525_600} precision={0} />
      </Form.Item>
    </>
  )
}
