import type { QueueRef } from '@guiche/contracts/views/records.js'
import { ColorDot } from '../components/color-dot.js'
import { Select, type SelectProps } from '../components/select.js'
import { useRecords } from './record-api.js'

interface Props<V> extends SelectProps<V> {
  /** queues to choose from; all of the company unless given */
  readonly queues?: readonly QueueRef[]
}

/** Chooses one or several of the company's queues, each with its colour. */
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
