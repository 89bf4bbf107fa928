import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What goes wrong with one request. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: 'hang' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'truncate' }
  | { readonly kind: 'oversize'; readonly bytes: number }
  | { readonly kind: 'refuse_batch' }
  | { readonly kind: 'rate_limit' }
  | { readonly kind: 'lose_answer' }
  | { readonly kind: 'wrong_value'; readonly value: unknown }
  | { readonly kind: 'wrong_chain' }
  | { readonly kind: 'lag'; readonly head: bigint }
  | { readonly kind: 'shuffle' }
  | { readonly kind: 'lie'; readonly seed: number }

/** A proxy to a node, with faults. */
export type FaultServer = {
  readonly url: string
  /** How many requests came. */
  readonly count: () => number
  /** The largest batch that came. */
  readonly largestBatch: () => number
  /** What goes wrong with the requests from now on, in order; then nothing. */
  readonly plan: (faults: readonly (Fault | null)[]) => void
  /** What goes wrong with every request from now on. */
  readonly always: (fault: Fault | null) => void
  readonly close: () => Promise<void>
}

type Question = { readonly id: number; readonly method: string; readonly params: unknown[] }
type Answer = { id: number | null; result?: unknown; error?: unknown }

/**
 * Starts a proxy that passes questions on to a node and does wrong as it is told.
 *
 * @param upstream - the node's URL.
 */
export async function openFaultServer(upstream: string): Promise<FaultServer> {
  let queue: (Fault | null)[] = []
  let constant: Fault | null = null
  let count = 0
  let largest = 0
  const server = createServer(async (request, response) => {
    count++
    const fault = queue.shift() ?? constant
    try {
      const text = await bodyOf(request)
      const parsed = JSON.parse(text)
      largest = Math.max(largest, Array.isArray(parsed) ? parsed.length : 1)
      await answer({ upstream, text, parsed, fault }, response)
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    largestBatch: () => largest,
    plan: (faults) => {
      queue = [...faults]
      constant = null
    },
    always: (fault) => {
      queue = []
      constant = fault
    },
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

type Work = {
  readonly upstream: string
  readonly text: string
  readonly parsed: Question | Question[]
  readonly fault: Fault | null
}

async function answer(work: Work, response: ServerResponse): Promise<void> {
  const { fault, parsed } = work
  if (fault?.kind === 'hang') {
    await wait(10_000, undefined, { ref: false })
    return void response.destroy()
  }
  if (fault?.kind === 'drop') return void response.destroy()
  if (fault?.kind === 'status') {
    const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
    return void response.writeHead(fault.status, headers).end('go away')
  }
  if (fault?.kind === 'refuse_batch' && Array.isArray(parsed)) {
    const error = { code: -32600, message: 'batch requests are not supported' }
    return void response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
  }
  const text = await upstreamText(work)
  if (fault?.kind === 'truncate') {
    return void response.end(text.slice(0, Math.floor(text.length / 2)))
  }
  if (fault?.kind === 'oversize') return void response.end(text + ' '.repeat(fault.bytes))
  const rows: Answer[] = [JSON.parse(text)].flat()
  const questions = [parsed].flat()
  const changed = rows.map((row) => changedBy(fault, row, questions))
  if (fault?.kind === 'lose_answer') changed.pop()
  if (fault?.kind === 'shuffle') changed.reverse()
  response.end(JSON.stringify(Array.isArray(parsed) ? changed : (changed[0] ?? {})))
}

async function upstreamText({ upstream, text, parsed, fault }: Work): Promise<string> {
  const body = fault?.kind === 'lag' ? JSON.stringify(laggingQuestions(parsed, fault.head)) : text
  const headers = { 'content-type': 'application/json' }
  const answered = await fetch(upstream, { method: 'POST', headers, body })
  return await answered.text()
}

function changedBy(fault: Fault | null, row: Answer, questions: readonly Question[]): Answer {
  const question = questions.find(({ id }) => id === row.id)
  if (fault?.kind === 'rate_limit') {
    return { id: row.id, error: { code: -32005, message: 'daily request count exceeded' } }
  }
  if (fault?.kind === 'wrong_value') return { id: row.id, result: fault.value }
  if (fault?.kind === 'lie') return { ...row, result: lieAbout(row.result, { left: fault.seed }) }
  if (fault?.kind === 'wrong_chain' && question?.method === 'eth_chainId') {
    return { ...row, result: '0x539' }
  }
  if (fault?.kind === 'lag' && question?.method === 'eth_blockNumber') {
    return { ...row, result: `0x${fault.head.toString(16)}` }
  }
  return row
}

/** Changes one digit somewhere in a value, so that it still looks like one. */
function lieAbout(value: unknown, place: { left: number }): unknown {
  if (typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)) {
    if (place.left-- !== 0) return value
    return value.slice(0, -1) + (value.endsWith('1') ? '2' : '1')
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((inner) => lieAbout(inner, place))
  const rows = Object.entries(value).map(([key, inner]) => [key, lieAbout(inner, place)] as const)
  return Object.fromEntries(rows)
}

/** A node that is behind: it names an old head, lacks later blocks, and finds no later logs. */
function laggingQuestions(parsed: Question | Question[], head: bigint): unknown {
  const top = `0x${head.toString(16)}`
  const isLater = (tag: unknown) => typeof tag === 'string' && /^0x/.test(tag) && BigInt(tag) > head
  const late = (question: Question): Question => {
    const [first] = question.params
    if (question.method === 'eth_getBlockByNumber') {
      if (first === 'latest') return { ...question, params: [top, false] }
      return isLater(first) ? { ...question, params: ['0xfffffff', false] } : question
    }
    if (question.method !== 'eth_getLogs') return question
    const filter = first as { fromBlock: string; toBlock: string }
    if (isLater(filter.fromBlock)) return { ...question, params: [{ ...filter, address: [] }] }
    const toBlock = isLater(filter.toBlock) ? top : filter.toBlock
    return { ...question, params: [{ ...filter, toBlock }] }
  }
  return Array.isArray(parsed) ? parsed.map(late) : late(parsed)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += piece
  return text
}
