// Runs before the first paint, so that a stored or system preference for dark never flashes white.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('guiche.theme')
  } catch {
    // storage is forbidden: the system's preference stands
  }
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
