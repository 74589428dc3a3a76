/** The window's title: `(3) Atendimentos · Guichê`, with the product's name only once. */
export const titleOf = (name: string, product: string, unread: number): string => {
  const title = name.includes(product) ? name : `${name} · ${product}`
  return unread === 0 ? title : `(${unread}) ${title}`
}
