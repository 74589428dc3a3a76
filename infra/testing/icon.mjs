/** Replaces every icon in tests. */
export default () => null
