import type { IncomingMessage } from 'node:http'

/** Milliseconds that a client has to read the refusal of its body. */
export const drainTimeoutMs = 1_000

/** Bytes of what is left of a body that are read and dropped after the answer. */
const maxDrainedBytes = 4_194_304

/**
 * Makes the answer to a body that is not read to its end arrive.
 *
 * A connection that is destroyed while bytes of its client are unread is reset, and a reset can overtake the
 * answer. So nothing more is read until the answer is out; then the server's side of the connection is
 * closed, a little of what is left is dropped, and the connection ends when its client closes it, or a
 * moment later.
 */
export function drainBeforeClose(request: IncomingMessage): void {
  const { socket } = request
  let dropped = 0
  request.pause()
  // Node calls this when the last answer of a connection is out.
  socket.destroySoon = () => {
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > maxDrainedBytes) request.pause()
    })
    request.resume()
    const timer = setTimeout(() => socket.destroy(), drainTimeoutMs)
    socket.once('close', () => clearTimeout(timer))
    socket.end()
  }
}
