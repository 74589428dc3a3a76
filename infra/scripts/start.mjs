/** `npm start`: installs, builds and starts. The product runs in this process. */
await import('./prepare.mjs')
// npm ends its shell at a signal, and the shell passes none on.
const shell = process.ppid
setInterval(() => {
  if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM')
}, 200).unref()
await import('../../launcher/dist/main.js')
