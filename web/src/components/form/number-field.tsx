import InputNumber, { type InputNumberProps } from 'antd/es/input-number/index.js'

/** A number. Arrow keys step it: Ant Design's two buttons for this have English names in every language. */
export const NumberField = (props: InputNumberProps<number>) => (
  <InputNumber<number> {...props} controls={false} />
)
