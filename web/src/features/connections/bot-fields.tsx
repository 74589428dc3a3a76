import { Field } from '../../components/form/field.js'
import { NumberField } from '../../components/form/number-field.js'
import { useTranslation } from '../../i18n/use-translation.js'

/** Settings for misunderstood answers to the bot. */
export const BotFields = () => {
  const { t } = useTranslation()
  return (
    <>
      <Field
        name="maxUseBotQueues"
        label={t('connections:field.botTries')}
        help={t('connections:help.botTries')}
      >
        <NumberField min={0} max={1000} precision={0} />
      </Field>
      <Field
        name="timeUseBotQueues"
        label={t('connections:field.botMinutes')}
        help={t('connections:help.botMinutes')}
      >
        <NumberField min={0} max={525_600} precision={0} />
      </Field>
    </>
  )
}
