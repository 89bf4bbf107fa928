import type { Answered } from '../support/harness.ts'

/** One answer to the observed tenant, without what no two runs have in common. */
export type Seen = {
  readonly asked: string
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A request with its answer. */
export type IsolatedAnswer = { readonly asked: string; readonly answered: Answered }

/** Names random values by the order in which they are seen. */
export function openSettler(): (heard: IsolatedAnswer) => Seen {
  const names = new Map<string, string>()
  const cursors = new Set<string>()
  const nameOf = (kind: string) => (text: string) => {
    const label = names.get(text) ?? `<${kind} ${names.size}>`
    names.set(text, label)
    return label
  }
  const settle = (text: string): string => {
    let plain = text
    for (const cursor of cursors) plain = plain.replaceAll(cursor, nameOf('cursor')(cursor))
    return plain
      .replace(/vw_live_[1-9A-Za-z]{50}/g, nameOf('key'))
      .replace(/"prefix":"vw_live_\w{4}"/g, '<prefix>')
      .replace(/"last_four":"\w{4}"/g, '<last four>')
      .replace(/(?:user|key|vault|tenant|audit)_[\w-]{22}/g, nameOf('id'))
  }
  return ({ asked: request, answered: { status, headers, body, text } }) => {
    const next = body?.page?.next_cursor
    if (typeof next === 'string') cursors.add(next)
    const { date, 'x-request-id': id, 'ratelimit-reset': reset, ...headerFields } = headers
    return { asked: settle(request), status, headers: headerFields, text: settle(text) }
  }
}
