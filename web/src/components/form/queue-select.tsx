import Select from 'antd/es/select/index.js'
import { useQueuesQuery } from '../../features/queues/api.js'
import { ColorDot } from '../color-dot.js'

interface Props {
  readonly id?: string
  readonly value?: number[]
  readonly onChange?: (ids: number[]) => void
  readonly disabled?: boolean
}

/** Several queues of the company, each with its colour. */
export const QueueSelect = (props: Props) => {
  const { data = [], isLoading } = useQueuesQuery()
  return (
    <Select
      {...props}
      mode="multiple"
      allowClear
      loading={isLoading}
      showSearch={{ optionFilterProp: 'title' }}
      options={data.map(({ id, name, color }) => ({
        value: id,
        title: name,
        label: <ColorDot color={color} label={name} />,
      }))}
    />
  )
}
