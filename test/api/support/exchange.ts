import { assertDocumented } from './documented.ts'
import type { Answered } from './harness.ts'
import { openRawConnection } from './talk.ts'

/** The bytes that are written to a connection. */
export type Written = {
  readonly method?: string
  /** Of the request line, as it is. */
  readonly target: string
  /** Lines of the head, as they are. */
  readonly head?: readonly string[]
  readonly body?: string
}

/** Sends one request over a connection of its own, as it is, and compares the answer with the document. */
export async function exchange(port: number, written: Written): Promise<Answered> {
  const { method = 'GET', target, head = [], body = '' } = written
  const talk = await openRawConnection(port)
  const lines = [`${method} ${target} HTTP/1.1`, 'host: test', 'connection: close', ...head]
  talk.say(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'utf8'))
  const answered = answeredOf(await talk.end())
  if (answered.status > 0) assertDocumented(method, target, answered)
  return answered
}

/** Reads what was heard on a connection that has ended; status 0 when it ended without a word. */
export function answeredOf(heard: string): Answered {
  const end = heard.indexOf('\r\n\r\n')
  if (end < 0) return { status: 0, headers: {}, body: undefined, text: '' }
  const [line, ...lines] = heard.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((one) => {
      const colon = one.indexOf(':')
      return [one.slice(0, colon).toLowerCase(), one.slice(colon + 1).trim()]
    }),
  )
  const content = heard.slice(end + 4)
  const text = headers['transfer-encoding'] === 'chunked' ? unchunk(content) : content
  const isJson = String(headers['content-type'] ?? '').startsWith('application/json')
  const body = isJson && text !== '' ? JSON.parse(text) : undefined
  return { status: Number(line!.split(' ')[1]), headers, body, text }
}

function unchunk(text: string): string {
  const [size = '0'] = text.split('\r\n', 1)
  const length = Number.parseInt(size, 16)
  if (!(length > 0)) return ''
  const from = size.length + 2
  return text.slice(from, from + length) + unchunk(text.slice(from + length + 2))
}
