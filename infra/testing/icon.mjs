/** In the place of any icon. */
export default () => null
