// The raw counterpart of the HTTP and socket scenarios: a bare Express 5 JSON echo, and a bare broadcast by ws.
import { createServer } from 'node:http'
import express from 'express'
import { WebSocketServer } from 'ws'

const app = express()
app.disable('x-powered-by')
app.post('/echo', express.json(), (request, response) => void response.json(request.body))

const sockets = new Set()
// Broadcasts the frame of the request to all sockets.
app.post('/broadcast', express.text({ type: '*/*', limit: '1mb' }), (request, response) => {
  const frame = Buffer.from(request.body)
  for (const socket of sockets) socket.send(frame, { binary: false })
  response.end()
})

const server = createServer(app)
const upgrades = new WebSocketServer({ server, perMessageDeflate: false })
upgrades.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => {})
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
