/** The title of the window: `(3) Atendimentos · Guichê`, and the product once where the name says it already. */
export const titleOf = (name: string, product: string, unread: number): string => {
  const title = name.includes(product) ? name : `${name} · ${product}`
  return unread === 0 ? title : `(${unread}) ${title}`
}
