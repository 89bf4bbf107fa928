import { connect, type Socket } from 'node:net'
import type { TestApi } from './harness.ts'

/** A connection that a test writes to byte by byte. */
export type RawConnection = {
  readonly socket: Socket
  readonly say: (text: string | Buffer) => void
  /** Settles with everything that was heard, when a part of it matches. */
  readonly hear: (pattern: RegExp) => Promise<string>
  /** Settles with everything that was heard, when the other side has closed. */
  readonly end: () => Promise<string>
}

/** Lets a service listen on a free port. */
export async function listen({
  app,
}: TestApi): Promise<{ readonly url: string; readonly port: number }> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, port: Number(new URL(url).port) }
}

/** Opens a connection. */
export async function openRawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ host: '127.0.0.1', port })
  let heard = ''
  const listeners = new Set<() => void>()
  socket.setEncoding('utf8')
  const tell = () => {
    for (const listener of listeners) listener()
  }
  socket.on('data', (text) => {
    heard += text
    tell()
  })
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
    tell()
  })
  // A reset is a close: what was heard is what counts.
  socket.on('error', () => {})
  const when = (isThere: () => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (isThere()) resolve(heard)
        else if (isClosed) reject(new Error(`Closed after ${JSON.stringify(heard)}`))
        else return
        listeners.delete(look)
      }
      listeners.add(look)
      look()
    })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return {
    socket,
    say: (text) => socket.write(text),
    hear: (pattern) => when(() => pattern.test(heard)),
    end: () => when(() => isClosed),
  }
}

/** The head of a request as it goes over the wire. */
export function headOf(line: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: 'test', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

/** The body of the last answer that was heard. */
export function bodyOf(heard: string): unknown {
  return JSON.parse(heard.slice(heard.lastIndexOf('\r\n\r\n') + 4))
}
