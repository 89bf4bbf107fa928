import { type Address, type Hex, openLruMap } from '@vaultwright/base'
import type { BlockRef, EthCall, EthCallResult } from '@vaultwright/outcome'
import { multicall3Abi, multicall3Address } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData } from 'viem'
import { parseAnswer, RpcAnswerError, readBytes } from '../rpc/answer.ts'
import { refusalKind } from '../rpc/refusal.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import type { PinnedAsk } from './pinned-ask.ts'

/** Reads many calls at one block. */
export type CallReader = (
  calls: readonly EthCall[],
  block: BlockRef,
) => Promise<readonly EthCallResult[]>

type EthCallJob = {
  readonly call: RpcCall
  readonly indexes: readonly number[]
  readonly isMany: boolean
}

/** More calls than this in one multicall meet the gas limit that nodes give to a read. */
const callsAtOnce = 250
const bytesAtOnce = 100_000
/** Functions of accounts that are remembered as failing without a word. */
const unbatchableLimit = 10_000

/**
 * Makes a reader of many calls at one block in one round trip.
 *
 * Where multicall3 has code at the block, the calls travel in it; otherwise each is an `eth_call`
 * of one batch. A call that fails in multicall without saying why may have run out of the gas
 * that it shares with others: it is asked again on its own before it counts as failed. One that fails
 * on its own, too, travels beside multicall from then on, so that it costs no second round trip.
 */
export function openCallReader(pinned: PinnedAsk): CallReader {
  const multicall = createCodePresence()
  const unbatchable = openLruMap<string, true>({ maxEntries: unbatchableLimit })
  return async (calls, block) => {
    if (calls.length === 0) return []
    const isKnown = multicall.isKnownAt(block)
    const isWorth = calls.length > 1 && isKnown !== false
    const isApart = calls.map(
      (call) => call.from !== undefined || unbatchable.has(unbatchableKeyOf(call)),
    )
    const jobsFor = (tag: unknown) =>
      isWorth ? groupsOf(calls, tag, isApart) : singlesOf(calls, tag)
    const probe = calls.length > 1 && isKnown === null
    const answers = await pinned(block, (tag) => [
      ...(probe ? [codeCall(tag)] : []),
      ...jobsFor(tag).map((job) => job.call),
    ])
    if (probe) {
      const code = parseAnswer(readBytes, codeCall(null), answers[0])
      multicall.learn(block, code !== '0x')
      if (code === '0x') return readSingles(pinned, calls, block)
    }
    const results = collect(jobsFor(null), probe ? answers.slice(1) : answers)
    const again = calls.filter((_, index) => results[index] === undefined)
    const more = again.length === 0 ? [] : await readSingles(pinned, again, block)
    for (const [index, call] of again.entries()) {
      if (!more[index]!.ok) unbatchable.set(unbatchableKeyOf(call), true)
    }
    let next = 0
    return calls.map((_, index) => results[index] ?? more[next++]!)
  }
}

async function readSingles(
  pinned: PinnedAsk,
  calls: readonly EthCall[],
  block: BlockRef,
): Promise<readonly EthCallResult[]> {
  const answers = await pinned(block, (tag) => singlesOf(calls, tag).map((job) => job.call))
  const results = collect(singlesOf(calls, null), answers)
  return calls.map((_, index) => {
    const answer = results[index]
    if (answer === undefined) throw new RpcAnswerError('eth_call', 'an answer is missing')
    return answer
  })
}

/** Answers by the place of their call; a place stays empty when the call must be asked again. */
function collect(
  jobs: readonly EthCallJob[],
  answers: readonly RpcAnswer[],
): readonly (EthCallResult | undefined)[] {
  const collected: (EthCallResult | undefined)[] = []
  for (const [index, job] of jobs.entries()) {
    const answer = answers[index]
    const isRefused = answer !== undefined && !answer.ok
    if (job.isMany) {
      if (isRefused && refusalKind('eth_call', answer.error) === 'revert') continue
      const results = decodeMulticall(parseAnswer(readBytes, job.call, answer), job.indexes.length)
      for (const [row, result] of results.entries()) {
        if (result.ok || result.data !== '0x') collected[job.indexes[row]!] = result
      }
    } else if (isRefused && refusalKind('eth_call', answer.error) === 'revert') {
      collected[job.indexes[0]!] = { ok: false, data: answer.error.data ?? '0x' }
    } else {
      collected[job.indexes[0]!] = { ok: true, data: parseAnswer(readBytes, job.call, answer) }
    }
  }
  return collected
}

function singlesOf(calls: readonly EthCall[], tag: unknown): readonly EthCallJob[] {
  return calls.map((call, index) => ({ call: callOf(call, tag), indexes: [index], isMany: false }))
}

function groupsOf(
  calls: readonly EthCall[],
  tag: unknown,
  isApart: readonly boolean[],
): readonly EthCallJob[] {
  const jobs: EthCallJob[] = []
  let indexes: number[] = []
  let size = 0
  const flush = () => {
    if (indexes.length === 0) return
    const data = encodeMulticall(indexes.map((index) => calls[index]!))
    jobs.push({ call: callOf({ to: multicall3Address, data }, tag), indexes, isMany: true })
    indexes = []
    size = 0
  }
  for (const [index, call] of calls.entries()) {
    if (isApart[index] === true) {
      jobs.push({ call: callOf(call, tag), indexes: [index], isMany: false })
      continue
    }
    if (indexes.length === callsAtOnce || size + call.data.length > 2 * bytesAtOnce) flush()
    indexes.push(index)
    size += call.data.length
  }
  flush()
  return jobs
}

/** The key of a call that fails on its own whatever its arguments, as a function that an account does not have. */
function unbatchableKeyOf({ to, data }: EthCall): string {
  return `${to.toLowerCase()}${data.slice(2, 10).toLowerCase()}`
}

function callOf({ to, data, from }: EthCall, tag: unknown): RpcCall {
  const call = from === undefined ? { to, data } : { from, to, data }
  return { method: 'eth_call', params: [call, tag] }
}

function codeCall(tag: unknown): RpcCall {
  return { method: 'eth_getCode', params: [multicall3Address, tag] }
}

/** Code once deployed stays, so that what is known of one block answers for later or earlier ones. */
function createCodePresence() {
  let from: bigint | null = null
  let absentUntil = -1n
  return {
    isKnownAt: ({ number }: BlockRef): boolean | null => {
      if (from !== null && number >= from) return true
      return number <= absentUntil ? false : null
    },
    learn: ({ number }: BlockRef, isThere: boolean) => {
      if (isThere) from = from === null || number < from ? number : from
      else absentUntil = number > absentUntil ? number : absentUntil
    },
  }
}

/** Encodes many calls as one call of Multicall3, each allowed to fail on its own. */
function encodeMulticall(calls: readonly { readonly to: Address; readonly data: Hex }[]): Hex {
  const rows = calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  return encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [rows] })
}

/**
 * Decodes what `aggregate3` returned.
 *
 * @throws {RpcAnswerError} when it is not `count` results.
 */
function decodeMulticall(
  data: Hex,
  count: number,
): readonly { readonly ok: boolean; readonly data: Hex }[] {
  let rows: readonly { readonly success: boolean; readonly returnData: Hex }[]
  try {
    rows = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
  } catch {
    throw new RpcAnswerError('eth_call', 'the bytes are not a list of results of Multicall3')
  }
  if (rows.length !== count) {
    throw new RpcAnswerError('eth_call', `${rows.length} results of Multicall3 instead of ${count}`)
  }
  return rows.map(({ success, returnData }) => ({ ok: success, data: returnData }))
}
