import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Language } from '@guiche/contracts/languages.js'
import { type Interval, WEEKDAYS, weekdayIn } from '@guiche/contracts/records/kinds/hours.js'
import Button from 'antd/es/button/index.js'
import Flex from 'antd/es/flex/index.js'
import Input from 'antd/es/input/index.js'
import { useTranslation } from '../i18n/use-translation.js'

interface Props {
  readonly id?: string
  /** how many a day at most */
  readonly most: number
  readonly value?: readonly Interval[]
  readonly onChange?: (hours: readonly Interval[]) => void
}

/** What is suggested after the last part of a day. */
const next = (day: Interval['day'], last: Interval | undefined): Interval => {
  const from = last?.until ?? '08:00'
  return { day, from, until: from < '18:00' ? '18:00' : '23:59' }
}

/** Parts of the days of a week, a line each day. */
export const HoursInput = ({ id, most, value = [], onChange }: Props) => {
  const { t, i18n } = useTranslation()
  const put = (hours: readonly Interval[]) => onChange?.(hours)
  return (
    <Flex vertical gap="small" id={id}>
      {WEEKDAYS.map((day) => {
        const name = weekdayIn(day, i18n.language as Language)
        const own = value.flatMap((interval, at) => (interval.day === day ? [{ interval, at }] : []))
        const add = t('common:hours.add', { day: name })
        return (
          <Flex key={day} gap="small" align="center" wrap>
            <span style={{ width: 48 }}>{name}</span>
            {own.map(({ interval, at }) => {
              const remove = t('common:hours.remove', {
                day: name,
                from: interval.from,
                until: interval.until,
              })
              return (
                <Flex key={at} gap={4} align="center">
                  {(['from', 'until'] as const).map((side) => (
                    <Input
                      key={side}
                      type="time"
                      required
                      style={{ width: 130 }}
                      aria-label={t(`common:hours.${side}`, { day: name })}
                      value={interval[side]}
                      onChange={({ target }) => put(value.with(at, { ...interval, [side]: target.value }))}
                    />
                  ))}
                  <Button
                    type="text"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={remove}
                    title={remove}
                    onClick={() => put(value.toSpliced(at, 1))}
                  />
                </Flex>
              )
            })}
            <Button
              type="text"
              icon={<PlusOutlined />}
              disabled={own.length >= most}
              aria-label={add}
              title={add}
              onClick={() => put([...value, next(day, own.at(-1)?.interval)])}
            />
          </Flex>
        )
      })}
    </Flex>
  )
}
