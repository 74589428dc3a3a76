// @ts-check

/** State of the page: phones with their chats, groups, and the messages of the open chat. */
export const state = {
  /** @type {any[]} */ phones: [],
  /** @type {any[]} */ groups: [],
  /** @type {any[]} */ messages: [],
  picked: '',
  chat: '',
  /** @type {{ kind: 'reply' | 'edit', id: string } | undefined} */ about: undefined,
}

/** The phone that the person at the page holds. */
export const me = () => state.phones.find((one) => one.number === state.picked)
/** The name behind a number or the address of a group.
 * @param {string} number */
export const nameOf = (number) =>
  state.phones.find((one) => one.number === number)?.name ??
  state.groups.find((one) => one.jid === number)?.subject ??
  number
export const chatPath = () => `phones/${state.picked}/chats/${encodeURIComponent(state.chat)}`
/** @param {string} id */
export const messagePath = (id) => `phones/${state.picked}/messages/${id}`
/** @param {string} id */
export const messageOf = (id) => state.messages.find((one) => one.id === id)
