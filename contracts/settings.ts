/** Settings of a company: key → default and the values allowed (a list, or a pattern). */
export const SETTINGS = {
  userRating: { default: 'disabled', values: ['enabled', 'disabled'] },
  scheduleType: { default: 'disabled', values: ['disabled', 'queue', 'company'] },
  call: { default: 'disabled', values: ['enabled', 'disabled'] },
  CheckMsgIsGroup: { default: 'enabled', values: ['enabled', 'disabled'] },
  sendGreetingAccepted: { default: 'disabled', values: ['enabled', 'disabled'] },
  sendMsgTransfTicket: { default: 'disabled', values: ['enabled', 'disabled'] },
  sendGreetingMessageOneQueues: { default: 'disabled', values: ['enabled', 'disabled'] },
  chatBotType: { default: 'text', values: ['text'] },
  campaignsEnabled: { default: 'true', values: ['true', 'false', 'enabled', 'disabled'] },
  /** minutes within which a closed ticket returns on a new message */
  reopenWindowMinutes: { default: '120', values: /^([0-9]|[1-9][0-9]{1,4})$/ },
  /** messages a minute, hour and day, and new chats a day, that a connection sends at most */
  sendPerMinute: { default: '60', values: /^[1-9][0-9]{0,3}$/ },
  sendPerHour: { default: '1200', values: /^[1-9][0-9]{0,4}$/ },
  sendPerDay: { default: '10000', values: /^[1-9][0-9]{0,5}$/ },
  newChatsPerDay: { default: '50', values: /^[0-9]{1,4}$/ },
} as const satisfies Record<string, { default: string; values: readonly string[] | RegExp }>

export type SettingKey = keyof typeof SETTINGS

/** Settings of the platform (stream `settings-0`). The first three are public. */
export const PLATFORM_SETTINGS = {
  allowregister: { default: 'disabled', values: ['enabled', 'disabled'] },
  viewregister: { default: 'disabled', values: ['enabled', 'disabled'] },
  trial: { default: '3', values: /^[1-7]$/ },
} as const satisfies Record<string, { default: string; values: readonly string[] | RegExp }>

/** Whether a key takes this value. */
export const settingAllows = (key: string, value: string): boolean => {
  const rule = { ...SETTINGS, ...PLATFORM_SETTINGS }[key as SettingKey]
  if (rule === undefined) return false
  return rule.values instanceof RegExp
    ? rule.values.test(value)
    : (rule.values as readonly string[]).includes(value)
}
