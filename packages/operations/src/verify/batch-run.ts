import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { type BatchCall, encodeManage, type ManagerRevert, readBatch } from '@vaultwright/manager'
import { type BlockRef, decodeRevert } from '@vaultwright/outcome'

/** The chain's answer when the Manager is asked to run a batch at a block. */
export type BatchRun =
  | { readonly status: 'success' }
  | {
      readonly status: 'reverted'
      readonly revert: ManagerRevert
      /** Null where it was not looked for, because the batch is refused anyway. */
      readonly failure: BatchFailure | null
    }
  /** The node gives no answer to the call. */
  | { readonly status: 'unknown'; readonly why: string }

/** The place where a batch fails. */
export type BatchFailure = {
  /** Place of the outermost call that failed; null before the first call, or after all of them. */
  readonly call: number | null
  /** The stage of the refusal: the Manager or a decoder before the call was made, or the call itself. */
  readonly stage: 'verification' | 'execution' | 'unknown'
}

/** The runner of a batch, and the block. */
export type BatchQuery = {
  readonly manager: Address
  readonly strategist: Address
  readonly block: BlockRef
}

const managers = 'ManagerWithMerkleVerification__'
const refusedProof = `${managers}FailedToVerifyManageProof`
const changedSupply = `${managers}TotalSupplyMustRemainConstantDuringPlatform`

/** Runs a batch by `eth_call`, as the strategist. */
export async function runBatch(chain: Chain, data: Hex, query: BatchQuery): Promise<BatchRun> {
  try {
    const [revert] = await runsOf(chain, query)([data])
    if (revert === null || revert === undefined) return { status: 'success' }
    return { status: 'reverted', revert, failure: null }
  } catch (error) {
    if (!(error instanceof BaseError) || error.retryable) throw error
    return { status: 'unknown', why: error.shortMessage }
  }
}

/**
 * Finds the call of a batch that fails.
 *
 * Beginnings of the batch are run to find the first call that fails. With a proof that cannot be right,
 * the Manager still asks the decoder first: what comes back tells the decoder's refusal from the call's.
 */
export async function locateFailure(
  chain: Chain,
  run: BatchRun,
  batch: BatchQuery & { readonly data: Hex },
): Promise<BatchRun> {
  if (run.status !== 'reverted') return run
  try {
    const failure = await locate(callsIn(batch.data, batch.manager), runsOf(chain, batch))
    return { ...run, failure }
  } catch (error) {
    if (!(error instanceof BaseError) || error.retryable) throw error
    return run
  }
}

type Runs = (batches: readonly Hex[]) => Promise<readonly (ManagerRevert | null)[]>

function runsOf(chain: Chain, { manager, strategist, block }: BatchQuery): Runs {
  return async (batches) => {
    const calls = batches.map((data) => ({ to: manager, data, from: strategist }))
    const answers = await chain.readCalls(calls, block)
    return answers.map((answer) => (answer.ok ? null : decodeRevert(answer.data)))
  }
}

async function locate(calls: readonly BatchCall[], runs: Runs): Promise<BatchFailure> {
  const isFailing = async (count: number) => {
    const [revert] = await runs([encodeManage(calls.slice(0, count))])
    return revert !== null && revert !== undefined && revert.name !== changedSupply
  }
  if (await isFailing(0)) return { call: null, stage: 'verification' }
  if (!(await isFailing(calls.length))) return { call: null, stage: 'verification' }
  let passing = 0
  let failing = calls.length
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2)
    if (await isFailing(middle)) failing = middle
    else passing = middle
  }
  const index = failing - 1
  return { call: index, stage: await stageOf(calls, index, runs) }
}

async function stageOf(
  calls: readonly BatchCall[],
  index: number,
  runs: Runs,
): Promise<BatchFailure['stage']> {
  const call = calls[index]!
  const proof = [...call.proof, wrongWord]
  const before = calls.slice(0, index)
  const [honest, spoilt] = await runs([
    encodeManage([...before, call]),
    encodeManage([...before, { ...call, proof }]),
  ])
  // Before it asks for the proof, the Manager asks the decoder.
  if (spoilt?.name !== refusedProof) return 'verification'
  if (honest?.name !== refusedProof) return call.loan === null ? 'execution' : 'unknown'
  return call.loan === null || honest.data === spoilt.data ? 'verification' : 'unknown'
}

const wrongWord: Hex = `0x${'5a'.repeat(32)}`

/** The calls of a batch: one that cannot be read has none among which to find a failing one. */
function callsIn(data: Hex, manager: Address): readonly BatchCall[] {
  try {
    return readBatch(data, { manager }).calls
  } catch (error) {
    if (error instanceof BaseError) return []
    throw error
  }
}
