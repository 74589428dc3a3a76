import type { QueueRef } from '@guiche/contracts/views/records.js'
import { ColorDot } from '../components/color-dot.js'
import { Select, type SelectProps } from '../components/select.js'
import { useRecords } from './record-api.js'

interface Props<V> extends SelectProps<V> {
  /** what may be chosen; all of the company unless given */
  readonly queues?: readonly QueueRef[]
}

/** One of the company's queues, or several, each with its colour. */
export const QueueSelect = <V = number>({ queues, ...props }: Props<V>) => {
  const read = useRecords('queue')
  return (
    <Select<V>
      read={read}
      showSearch={{ optionFilterProp: 'title' }}
      {...props}
      options={(queues ?? read.rows ?? []).map(({ id, name, color }) => ({
        value: id,
        title: name,
        label: <ColorDot color={color} label={name} />,
      }))}
    />
  )
}
