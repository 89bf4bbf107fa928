import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The fault of one request. */
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
  | { readonly kind: 'behind'; readonly blocks: bigint }
  | { readonly kind: 'garbage' }
  /** State of blocks before that one is gone. */
  | { readonly kind: 'pruned'; readonly before: bigint }
  /** Calls return as many zeros as they would return bytes. */
  | { readonly kind: 'zero' }
  | { readonly kind: 'shuffle' }
  | { readonly kind: 'lie'; readonly seed: number }

/** A proxy to a node, with faults. */
export type FaultServer = {
  readonly url: string
  /** The number of requests. */
  readonly count: () => number
  /** The largest batch that came. */
  readonly largestBatch: () => number
  /** The faults of the next requests, in order; then none. */
  readonly plan: (faults: readonly (Fault | null)[]) => void
  /** The fault of every request from now on. */
  readonly always: (fault: Fault | null) => void
  /** Asks at every request from now on what goes wrong with it. */
  readonly by: (choose: () => Fault | null) => void
  /** Passes questions on to another node from now on. */
  readonly moveTo: (upstream: string) => void
  /** Listens no more and breaks every connection; `start` listens again at the same place. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

type FaultyQuestion = { readonly id: number; readonly method: string; readonly params: unknown[] }
type Answer = { id: number | null; result?: unknown; error?: unknown }

/**
 * Starts a proxy that passes questions on to a node and injects the planned faults.
 *
 * @param upstream - the node's URL.
 */
export async function openFaultServer(upstream: string): Promise<FaultServer> {
  let node = upstream
  let queue: (Fault | null)[] = []
  let otherwise: () => Fault | null = () => null
  let count = 0
  let largest = 0
  const server = createServer(async (request, response) => {
    count++
    const fault = queue.length > 0 ? queue.shift()! : otherwise()
    try {
      const text = await bodyOf(request)
      const parsed = JSON.parse(text)
      largest = Math.max(largest, Array.isArray(parsed) ? parsed.length : 1)
      await answer({ upstream: node, text, parsed, fault }, response)
    } catch {
      response.destroy()
    }
  })
  const listen = (at: number) =>
    new Promise<void>((ready) => {
      server.listen(at, '127.0.0.1', ready)
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    if (!server.listening) return
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    largestBatch: () => largest,
    plan: (faults) => {
      queue = [...faults]
      otherwise = () => null
    },
    always: (fault) => {
      queue = []
      otherwise = () => fault
    },
    by: (choose) => {
      queue = []
      otherwise = choose
    },
    moveTo: (other) => {
      node = other
    },
    stop,
    start: async () => {
      if (!server.listening) await listen(port)
    },
    close: stop,
  }
}

type FaultyExchange = {
  readonly upstream: string
  readonly text: string
  readonly parsed: FaultyQuestion | FaultyQuestion[]
  readonly fault: Fault | null
}

async function answer(work: FaultyExchange, response: ServerResponse): Promise<void> {
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
  if (fault?.kind === 'garbage') return void response.end('<html><body>Bad gateway</body></html>')
  const text = await upstreamText(work)
  if (fault?.kind === 'truncate') {
    return void response.end(text.slice(0, Math.floor(text.length / 2)))
  }
  if (fault?.kind === 'oversize') return void response.end(text + ' '.repeat(fault.bytes))
  const rows: Answer[] = [JSON.parse(text)].flat()
  const questions = [parsed].flat()
  const gone =
    fault?.kind === 'pruned' ? await prunedIdsOf(questions, work.upstream, fault.before) : null
  const changed = rows.map((row) =>
    gone?.has(row.id) ? { id: row.id, error: prunedError } : changedBy(fault, row, questions),
  )
  if (fault?.kind === 'lose_answer') changed.pop()
  if (fault?.kind === 'shuffle') changed.reverse()
  response.end(JSON.stringify(Array.isArray(parsed) ? changed : (changed[0] ?? {})))
}

async function upstreamText({ upstream, text, parsed, fault }: FaultyExchange): Promise<string> {
  const head =
    fault?.kind === 'lag'
      ? fault.head
      : fault?.kind === 'behind'
        ? BigInt(String(await upstreamAnswer(upstream, 'eth_blockNumber', []))) - fault.blocks
        : null
  const isLagging = head !== null && head >= 0n
  return post(upstream, isLagging ? JSON.stringify(laggingQuestions(parsed, head)) : text)
}

async function post(upstream: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answered = await fetch(upstream, { method: 'POST', headers, body })
  return await answered.text()
}

async function upstreamAnswer(
  upstream: string,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const text = await post(upstream, JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }))
  return (JSON.parse(text) as Answer).result
}

const prunedError = {
  code: -32000,
  message: `missing trie node ${'7d'.repeat(32)} (path ) state 0x${'7d'.repeat(32)} is not available`,
}
/** The position of a state question's block. */
const statePlaces: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
}

/** The ids of questions about the state of blocks before one. */
async function prunedIdsOf(
  questions: readonly FaultyQuestion[],
  upstream: string,
  before: bigint,
): Promise<ReadonlySet<number | null>> {
  const gone = new Set<number | null>()
  for (const { id, method, params } of questions) {
    const tag = params[statePlaces[method] ?? -1]
    const number = await numberOf(upstream, tag)
    if (number !== null && number < before) gone.add(id)
  }
  return gone
}

async function numberOf(upstream: string, tag: unknown): Promise<bigint | null> {
  if (typeof tag === 'string' && tag.startsWith('0x')) return BigInt(tag)
  if (typeof tag !== 'object' || tag === null || !('blockHash' in tag)) return null
  const block = await upstreamAnswer(upstream, 'eth_getBlockByHash', [tag.blockHash, false])
  return block === null ? null : BigInt((block as { number: string }).number)
}

function changedBy(fault: Fault | null, row: Answer, questions: readonly FaultyQuestion[]): Answer {
  const question = questions.find(({ id }) => id === row.id)
  if (fault?.kind === 'rate_limit') {
    return { id: row.id, error: { code: -32005, message: 'daily request count exceeded' } }
  }
  if (fault?.kind === 'wrong_value') return { id: row.id, result: fault.value }
  if (fault?.kind === 'zero' && question?.method === 'eth_call' && 'result' in row) {
    return { ...row, result: String(row.result).replace(/(?<=^0x.*)./g, '0') }
  }
  if (fault?.kind === 'lie') return { ...row, result: falsify(row.result, { left: fault.seed }) }
  if (fault?.kind === 'wrong_chain' && question?.method === 'eth_chainId') {
    return { ...row, result: '0x539' }
  }
  if (fault?.kind === 'lag' && question?.method === 'eth_blockNumber') {
    return { ...row, result: `0x${fault.head.toString(16)}` }
  }
  return row
}

/** Changes one digit somewhere in a value, so that it still looks like one. */
function falsify(value: unknown, place: { left: number }): unknown {
  if (typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)) {
    if (place.left-- !== 0) return value
    return value.slice(0, -1) + (value.endsWith('1') ? '2' : '1')
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((inner) => falsify(inner, place))
  const rows = Object.entries(value).map(([key, inner]) => [key, falsify(inner, place)] as const)
  return Object.fromEntries(rows)
}

/** A node that is behind: it names an old head, lacks later blocks, and finds no later logs. */
function laggingQuestions(parsed: FaultyQuestion | FaultyQuestion[], head: bigint): unknown {
  const top = `0x${head.toString(16)}`
  const isLater = (tag: unknown) => typeof tag === 'string' && /^0x/.test(tag) && BigInt(tag) > head
  const late = (question: FaultyQuestion): FaultyQuestion => {
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
