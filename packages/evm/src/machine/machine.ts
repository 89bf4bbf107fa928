import { Common, Mainnet } from '@ethereumjs/common'
import { createEVM, type EVM, type EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { Address as EvmAddress } from '@ethereumjs/util'
import {
  type Address,
  BaseError,
  type Hex,
  parseHex,
  printHex,
  zeroAddress,
} from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { ProvenHeader } from '@vaultwright/proof'
import { ethereumRulesOf, isOpStackHardfork } from '@vaultwright/registry'
import { gasAfterRefund, intrinsicGasOf } from '../rules/intrinsic.ts'
import { type EvmRules, hasHistoryContract } from '../rules/rules.ts'
import { interpretedOf } from '../world/overlay-world.ts'
import type { World } from '../world/world-type.ts'
import { ancestorsOf, blockContextOf, notedGasPrice, type ReplacedOpcode } from './block-context.ts'
import {
  type BlockFact,
  type EvmBlock,
  type EvmCall,
  type EvmFrame,
  type EvmMachine,
  type EvmRun,
  historyContract,
  historySlotOf,
} from './evm-type.ts'
import { recordFrames } from './frame.ts'
import { verifyKzgProof } from './kzg.ts'
import { l1BlockContract, opStackPrecompiles, sequencerFeeVault } from './op-stack.ts'
import { checkedJumpDestination, checkMessages } from './time-check.ts'

/** The library of the interpreter and its version, as simulations name it. */
export const evmVersion = '@ethereumjs/evm 10.1.3'

/** EIP-4788: keeps the roots of beacon blocks, among them one that is not known yet. */
const beaconContract = '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02'

/** Opens an EVM. */
export async function openMachine(
  world: World,
  rules: EvmRules,
  { chosen, ...nextBlock }: EvmBlock,
): Promise<EvmMachine> {
  const isOpStack = isOpStackHardfork(rules.hardfork)
  const feeRecipient = chosen?.feeRecipient ?? (isOpStack ? sequencerFeeVault : zeroAddress)
  const block = { ...nextBlock, chosen: { ...chosen, feeRecipient } }
  const facts = new Set<BlockFact>()
  const note = (surrounding: BlockFact) => void facts.add(surrounding)
  const { timer } = interpretedOf(world)
  const opcodes = [checkedJumpDestination(timer), notedGasPrice(block, note)]
  const evm = await openInterpreter(world, rules, { note, opcodes })
  checkMessages(evm, timer)
  const frames = recordFrames(evm)
  const surroundings = blockContextOf(block, world, note)
  const precompiles = [...evm.precompiles.keys()]

  const run = async (call: EvmCall): Promise<EvmRun> => {
    const data = parseHex(call.data)
    const { intrinsic = 0n, refund = 0n, warm: signers = [] } = call.authorizations ?? {}
    const { spent: base, floor } = intrinsicGasOf(data, rules)
    const spent = base + intrinsic
    if (call.gas < spent || call.gas < floor) throw new GasTooLowError(call.gas, spent)
    interpretedOf(world).originalStorageCache.clear()
    evm.transientStorage.clear()
    const { gasPrice = 0n } = block.chosen
    const warm = [call.from, call.to, feeRecipient, ...signers].map((name) =>
      name.slice(2).toLowerCase(),
    )
    // EIP-3651: the account that gets the fees is warm.
    for (const name of [...precompiles, ...warm]) evm.journal.addAlwaysWarmAddress(name)
    frames.begin()
    const outermost = {
      block: surroundings,
      gasPrice,
      caller: addressOf(call.from),
      origin: addressOf(call.from),
      to: addressOf(call.to),
      value: call.value,
      data,
      gasLimit: call.gas - spent,
    }
    const { execResult } = await timer.counting(() => evm.runCall(outermost))
    world.assertWhole()
    const created = execResult.createdAddresses
    for (const name of execResult.selfdestruct?.keys() ?? []) {
      if (created?.has(name)) await evm.journal.deleteAccount(addressOf(name))
    }
    await evm.journal.cleanup()
    world.assertWhole()
    const trace = frames.end()
    if (calls(trace, beaconContract)) note('BEACONROOT')
    if (isOpStack && calls(trace, l1BlockContract)) note('L1BLOCK')
    const error = execResult.exceptionError?.error
    const total = spent + execResult.executionGasUsed
    const hasData = error === undefined || error === 'revert'
    return {
      isSuccess: error === undefined,
      returnData: hasData ? printHex(execResult.returnValue) : '0x',
      gasUsed: gasAfterRefund(total, refund + (execResult.gasRefund ?? 0n), floor),
      logs:
        error === undefined
          ? (execResult.logs ?? []).map(([address, topics, bytes]) => ({
              address: checksumOf(printHex(address)),
              topics: topics.map((topic) => printHex(topic)),
              data: printHex(bytes),
            }))
          : [],
      trace,
    }
  }
  return { run, asked: facts }
}

/**
 * Writes what the chain itself writes at the beginning of a block: from Prague on, its parent's hash.
 *
 * Source: EIP-2935.
 */
export async function beginBlock(world: World, rules: EvmRules): Promise<void> {
  const { header } = world.state
  const state = interpretedOf(world)
  for (const { account, slot } of slotsBegunWith(header, rules)) {
    const place = addressOf(account)
    if ((await state.getAccount(place)) === undefined) continue
    await state.putStorage(place, parseHex(slot), parseHex(header.hash))
  }
}

/**
 * Lists where the chain itself writes at the beginning of the block after a header.
 *
 * Source: EIP-2935.
 */
export function slotsBegunWith(
  { number }: ProvenHeader,
  rules: EvmRules,
): readonly { readonly account: Address; readonly slot: Hex }[] {
  return hasHistoryContract(rules)
    ? [{ account: historyContract, slot: historySlotOf(number) }]
    : []
}

/** Gives an account code of the caller's own, as a reader that is not on the chain. */
export async function placeCode(world: World, account: Address, code: Hex): Promise<void> {
  const state = interpretedOf(world)
  await state.putAccount(addressOf(account), undefined)
  await state.putCode(addressOf(account), parseHex(code))
}

/** Writes a slot of an account, as the state after a call that is not executed. */
export async function writeSlot(
  world: World,
  { account, slot }: { readonly account: Address; readonly slot: Hex },
  word: Hex,
): Promise<void> {
  await interpretedOf(world).putStorage(addressOf(account), parseHex(slot), parseHex(word))
}

async function openInterpreter(
  world: World,
  rules: EvmRules,
  {
    note,
    opcodes,
  }: {
    readonly note: (surrounding: BlockFact) => void
    readonly opcodes: ReplacedOpcode[]
  },
): Promise<EVM> {
  const kzg = {
    verifyProof: verifyKzgProof,
    blobToKzgCommitment: unused,
    computeBlobProof: unused,
    verifyBlobProofBatch: unused,
    computeCells: unused,
    computeCellsAndProofs: unused,
    recoverCellsAndProofs: unused,
    verifyCellKzgProofBatch: unused,
  }
  const { chainId, hardfork } = rules
  const common = new Common({
    chain: { ...Mainnet, chainId },
    hardfork: ethereumRulesOf(hardfork),
    customCrypto: { kzg },
  })
  return createEVM({
    common,
    stateManager: interpretedOf(world),
    customOpcodes: opcodes,
    customPrecompiles: isOpStackHardfork(hardfork) ? opStackPrecompiles(hardfork, common) : [],
    blockchain: ancestorsOf(
      world,
      hasHistoryContract(rules),
      note,
    ) as unknown as EVMMockBlockchainInterface,
  })
}

function calls({ to, calls: inner }: EvmFrame, account: string): boolean {
  return to === account || inner.some((frame) => calls(frame, account))
}

function addressOf(name: string): EvmAddress {
  return new EvmAddress(parseHex(name.toLowerCase()))
}

/** No transaction of a vault makes commitments: only proofs are checked. */
function unused(): never {
  throw new KzgUnusedError()
}

/** The gas of a transaction does not cover what its data costs. */
class GasTooLowError extends BaseError {
  override readonly code = 'gas_too_low'
  override readonly kind = 'invalid_input'

  constructor(gas: bigint, needed: bigint) {
    super({
      message: `${gas} gas does not cover the transaction's data, which costs ${needed}. Give more gas.`,
      facts: { gas: String(gas), needed: String(needed) },
    })
  }
}

class KzgUnusedError extends BaseError {
  override readonly code = 'kzg_unused'
  override readonly kind = 'bug'

  constructor() {
    super({ message: 'Only proofs of commitments are checked here. Report this.' })
  }
}
