import type { Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import {
  bulkAnswersIn,
  bulkCallOf,
  type EthCallResult,
  readerOverrides,
  type SimulationRequest,
  type StateRead,
  simulatedBlockOf,
} from '@vaultwright/outcome'
import Type from 'typebox'
import type { Fork } from '../fork/fork-pool.ts'
import { bytes, printQuantity, readBytes } from '../rpc/answer.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { printBlockOverrides } from './simulation-plan.ts'

/**
 * Runs as the code of a contract that the sender creates, and returns its own address before what a call of
 * the reader behind it returns. The address follows from the sender's nonce, and a transaction that is mined
 * raises the nonce: it tells whether the state that was read is the one before the transaction.
 */
const creationCode = (reader: Hex): Hex =>
  `0x${[
    '30 5f 52', // its address to memory 0
    '6035 38 03', // length = codesize - 0x35
    '80 6035 6020 39', // what follows this code to memory 32
    `5f 5f 91 6020 73 ${reader.slice(2)} 5a fa 50`, // staticcall the reader with it
    '3d 5f 6020 3e', // its answer to memory 32
    '3d 6020 01 5f f3', // return the address and the answer
  ]
    .join('')
    .replaceAll(' ', '')}`

/** ADDRESS PUSH0 MSTORE 32 PUSH0 RETURN. */
const addressCode: Hex = '0x305f5260205ff3'

const readTopCall = readerOf(Type.Object({ output: bytes }))

/** Asks for the address of the contract that the sender would create next on the forked block. */
export function creationCallOf(fork: Fork, { from }: SimulationRequest): RpcCall {
  return {
    method: 'eth_call',
    params: [{ from, data: addressCode }, printQuantity(fork.block.number)],
  }
}

/**
 * Asks for the state before a transaction, in one batch with the question that mines it.
 *
 * Anvil answers a trace before it takes the next question of a batch, and an `eth_call` beside it. It names the
 * latest block and no older one: Anvil may stand still for ever when it fetches state of an older block beside
 * other work. Whether it was answered before the transaction was mined, `unminedReadsIn` tells.
 */
export function unminedCallOf(
  fork: Fork,
  asked: SimulationRequest,
  list: readonly StateRead[],
): RpcCall {
  const { to, data } = bulkCallOf(list)
  const creation = { from: asked.from, data: `${creationCode(to)}${data.slice(2)}` }
  const next = printBlockOverrides(simulatedBlockOf(asked, fork.block))
  const settings = {
    tracer: 'callTracer',
    tracerConfig: { onlyTopCall: true },
    stateOverrides: readerOverrides,
    blockOverrides: next,
  }
  return { method: 'debug_traceCall', params: [creation, 'latest', settings] }
}

/**
 * Reads the answer to it.
 *
 * @param created - the answer to `creationCallOf`.
 * @returns null when the transaction was mined before, or the reads were not answered.
 */
export function unminedReadsIn(
  list: readonly StateRead[],
  created: RpcAnswer | undefined,
  answer: RpcAnswer | undefined,
): readonly EthCallResult[] | null {
  const expected = readBytes(created?.ok === true ? created.value : null)
  const topCall = readTopCall(answer?.ok === true ? answer.value : null)
  if (!expected.ok || !topCall.ok || expected.value.length !== 66) return null
  const { output } = topCall.value
  if (!output.startsWith(expected.value)) return null
  const words: Hex = `0x${output.slice(66)}`
  return words.length === 2 + 128 * list.length ? bulkAnswersIn(list, words) : null
}
