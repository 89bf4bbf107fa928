import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { LiteSVM } from 'litesvm'
import { accountMethods } from './shim/account-method.ts'
import { NodeError, printJson } from './shim/answer.ts'
import { chainMethods } from './shim/chain-method.ts'
import { controlMethods } from './shim/control-method.ts'
import { openFaults, type ShimFault } from './shim/fault.ts'
import { openLedger } from './shim/ledger.ts'
import type { NodeMethod, ShimNode } from './shim/node.ts'
import { runMethods } from './shim/run-method.ts'

export type { ShimFault } from './shim/fault.ts'
export type { NodeMethod } from './shim/node.ts'

/** A node of Solana for tests: JSON-RPC over one litesvm, on this machine only. */
export type SvmShim = {
  readonly url: string
  readonly node: ShimNode
  /** Methods in the order they were asked, those of a batch too. */
  readonly calls: string[]
  /** HTTP requests so far: a batch is one. */
  requests(): number
  fault(fault: ShimFault): void
  /** Adds control methods, of the world behind it. */
  add(methods: Readonly<Record<string, NodeMethod>>): void
  clearFaults(): void
  close(): Promise<void>
}

export type ShimOptions = {
  readonly genesisHash: string
  readonly port?: number
}

type Call = { readonly id?: unknown; readonly method: string; readonly params?: readonly unknown[] }

/** Starts the node on 127.0.0.1, on a free port unless one is given. */
export async function startShim(svm: LiteSVM, options: ShimOptions): Promise<SvmShim> {
  const node: ShimNode = {
    svm,
    ledger: openLedger(svm),
    faults: openFaults(),
    genesisHash: options.genesisHash,
    priorityFees: Array.from({ length: 150 }, () => 0n),
  }
  const methods = { ...nodeMethods }
  const calls: string[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    void answer(request, response, { node, methods, calls })
  })
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    node,
    calls,
    requests: () => requests,
    fault: (fault) => node.faults.set(fault),
    add: (more) => {
      Object.assign(methods, more)
    },
    clearFaults: () => node.faults.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const nodeMethods: Readonly<Record<string, NodeMethod>> = {
  ...accountMethods,
  ...chainMethods,
  ...runMethods,
  ...controlMethods,
}

type Served = {
  readonly node: ShimNode
  readonly methods: Readonly<Record<string, NodeMethod>>
  readonly calls: string[]
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served) {
  const { faults } = served.node
  const body = parseBody(await text(request))
  if (body === null) {
    const error = { code: -32700, message: 'Parse error' }
    return response.end(printJson({ jsonrpc: '2.0', id: null, error }))
  }
  const batch = Array.isArray(body) ? (body as readonly Call[]) : [body as Call]
  const methods = batch.map(({ method }) => method)
  const slow = faults.take('slow', ...methods)
  if (slow !== null) await wait(slow.delayMs ?? 1_000)
  if (faults.take('cut', ...methods) !== null) return request.socket.destroy()
  if (faults.take('too_many_requests', ...methods) !== null) {
    return response.writeHead(429, { 'retry-after': '1' }).end('Too many requests')
  }
  if (faults.take('server_error', ...methods) !== null) {
    return response.writeHead(503).end('upstream unavailable')
  }
  const answers = []
  // One after the other: the chain is one.
  for (const call of batch) answers.push(await answerCall(call, served))
  const json = printJson(Array.isArray(body) ? answers : answers[0])
  const isNoJson = faults.take('not_json', ...methods) !== null
  const isHalf = faults.take('half_body', ...methods) !== null
  response.writeHead(200, { 'content-type': 'application/json' })
  return response.end(isNoJson ? '<html>' : isHalf ? json.slice(0, json.length / 2) : json)
}

function parseBody(json: string): Call | readonly Call[] | null {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

async function answerCall(
  { id, method, params = [] }: Call,
  { node, methods, calls }: Served,
): Promise<unknown> {
  calls.push(method)
  const head = { jsonrpc: '2.0', id: id ?? null }
  const run = methods[method]
  if (run === undefined) return { ...head, error: { code: -32601, message: 'Method not found' } }
  try {
    assertWilling(method, node)
    const result = await run(params, node, method)
    const isHalf = node.faults.take('half_value', method) !== null
    return { ...head, result: isHalf ? halfOf(result) : result }
  } catch (error) {
    const { code, message, data } =
      error instanceof NodeError ? error : new NodeError(-32603, `Internal error: ${error}`)
    return { ...head, error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}

function assertWilling(method: string, { faults, svm }: ShimNode): void {
  if (faults.take('node_behind', method) !== null) {
    throw new NodeError(-32005, 'Node is behind by 42 slots', { numSlotsBehind: 42 })
  }
  if (faults.take('slot_not_reached', method) !== null) {
    const contextSlot = svm.getClock().slot - 1n
    throw new NodeError(-32016, 'Minimum context slot has not been reached', { contextSlot })
  }
}

/** Half of a list, or half of an object's keys: what a broken proxy leaves of an answer. */
function halfOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, Math.floor(value.length / 2))
  if (typeof value !== 'object' || value === null) return undefined
  if ('context' in value && 'value' in value) return { ...value, value: halfOf(value.value) }
  const entries = Object.entries(value)
  return Object.fromEntries(entries.slice(0, Math.floor(entries.length / 2)))
}
