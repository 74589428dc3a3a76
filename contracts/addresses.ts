const IPV4 =
  /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$|\/)|(?=$|\/))){4}(?:\/(?:[89]|[12][0-9]|3[0-2]))?$/
const IPV6 = /^[0-9a-f:.]{2,45}(?:\/(?:[1-9][0-9]|1[01][0-9]|12[0-8]))?$/i

/** Items of a comma-separated list: trimmed, without empty items. */
export const partsOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isNetwork = (text: string): boolean => {
  const [ip = ''] = text.split('/')
  return IPV4.test(text) || (IPV6.test(text) && ip.includes(':') && URL.canParse(`http://[${ip}]`))
}

/** Whether a text is a comma-separated list of IP addresses and networks (`10.0.0.0/8`). */
export const isPrivateList = (value: string): boolean => partsOf(value).every(isNetwork)
