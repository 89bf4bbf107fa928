import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { drainBeforeClose } from './body-read.ts'

const piece = Buffer.from(`${(262_144).toString(16)}\r\n${' '.repeat(262_144)}\r\n`)
const head = 'POST / HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n'
let server: Server

afterEach(() => void server.close())

function closeOf(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => socket.once('close', resolve))
}

/** A server that refuses after so many bytes of a body, and a client of it. */
async function openTalk(limit: number): Promise<{ client: Socket; peer: Socket }> {
  server = createServer((request, response) => {
    let received = 0
    const take = (chunk: Buffer) => {
      received += chunk.length
      if (received <= limit) return
      request.off('data', take)
      drainBeforeClose(request)
      response.writeHead(413, { connection: 'close' }).end('too long')
    }
    request.on('data', take)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  const client = connect({ host: '127.0.0.1', port })
  client.on('error', () => {})
  const [peer] = await accepted
  return { client, peer }
}

test.each([0, 262_143, 1_048_576, 8_388_608])(
  'law: a client that sends on after %d bytes receives the answer',
  async (limit) => {
    const { client } = await openTalk(limit)
    let heard = ''
    client.on('data', (text) => {
      heard += String(text)
    })
    client.write(head)
    const closed = closeOf(client)
    const drained = () => new Promise((resolve) => client.once('drain', resolve))
    while (client.writable) if (!client.write(piece)) await Promise.race([drained(), closed])
    await closed
    expect(heard).toContain('HTTP/1.1 413 ')
    expect(heard).toContain('too long')
  },
)

test('golden: a client that closes when it hears the answer ends the connection without a reset', async () => {
  const { client, peer } = await openTalk(10)
  const closed = Promise.all([closeOf(client), closeOf(peer)])
  client.write(head)
  client.write(piece)
  client.resume()
  const [hadError] = await closed
  expect(hadError).toBe(false)
  expect(peer.bytesRead).toBe(head.length + piece.length)
})

test('refuses: one that neither listens nor stops is let go of, and most of it is not read', async () => {
  const { client, peer } = await openTalk(10)
  client.pause()
  client.write(head)
  for (let index = 0; index < 200; index++) client.write(piece)
  await closeOf(peer)
  expect(peer.bytesRead).toBeLessThan(10_000_000)
  client.destroy()
})
