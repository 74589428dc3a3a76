import InputNumber, { type InputNumberProps } from 'antd/es/input-number/index.js'

/**
 * A number field; arrow keys change the number. Ant Design's two buttons have English names in every
 * language, so they are omitted.
 */
export const NumberField = (props: InputNumberProps<number>) => (
  <InputNumber<number> {...props} controls={false} />
)
