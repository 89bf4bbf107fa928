import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import {
  disputeClaimOf,
  type FinalHeader,
  FinalityError,
  type FinalityFile,
  type LayerTwoFile,
  type RollupEvidence,
  rollupSlots,
} from '@vaultwright/finality'
import type { BlockTag } from '@vaultwright/outcome'
import { encodeHeader } from '@vaultwright/proof'
import { rollupAnchorOf } from '@vaultwright/registry'
import { evidenceFor, headerFieldsOf } from './finality-file.ts'

/** The nodes of a rollup and of the chain below; none is believed. */
type RollupNodes = { readonly below: Chain; readonly rollup: Chain }

type HeaderFields = Readonly<Record<string, unknown>>

/**
 * Goes on from the final block of a file to a block of a rollup whose contracts confirmed it. The pieces are read,
 * and not yet checked: `openFinality` does.
 *
 * @param target - a block of the rollup; `finalized` for the newest confirmed one.
 * @throws {FinalityError} where the rollup has no confirmed state that can be followed.
 */
export async function tieRollup(
  { file, final }: { readonly file: FinalityFile; readonly final: FinalHeader },
  { below, rollup }: RollupNodes,
  target: BlockTag,
): Promise<FinalityFile> {
  const anchor = rollupAnchorOf(rollup.id)
  if (anchor === null) throw refusal(`no contract is on record here for chain ${rollup.id}`)
  const source =
    anchor.kind === 'op_stack'
      ? await readOutput(below, final, anchor.contract)
      : await readAssertion(below, final, anchor.contract)
  const confirmed = await rollup.readBlock(source.block)
  const fields = await headerFieldsOf(rollup, confirmed.hash)
  const header = encodeHeader(fields)
  if (header === null) throw refusal(`the node has no header of block ${source.block}`)
  const block = target === 'finalized' ? confirmed : await rollup.readBlock(target)
  const layerTwo: LayerTwoFile = {
    chainId: rollup.id,
    block: { number: block.number, hash: block.hash },
    rollup: source.evidenceOf(fields),
    header: printHex(header),
    evidence: await evidenceFor(
      rollup,
      { ...final, block: { ...confirmed, stateRoot: wordOf('stateRoot', fields.stateRoot) } },
      block,
    ),
  }
  return { ...file, layerTwo }
}

/** A confirmed block, and the evidence once its header is read. */
type ConfirmedBlock = {
  readonly block: bigint | Hex
  readonly evidenceOf: (header: HeaderFields) => RollupEvidence
}

async function readOutput(
  below: Chain,
  final: FinalHeader,
  portal: Address,
): Promise<ConfirmedBlock> {
  const { block } = final
  const slotsOf = async (address: Address, slots: readonly Hex[]) => {
    const proof = await below.readProof({
      address,
      slots,
      block: { ...block, timestamp: final.timestamp },
    })
    const storageProofs = proof.slots.map(({ nodes }) => nodes)
    return { proof, evidence: { accountProof: proof.accountNodes, storageProofs } }
  }
  const { registry, game, startingRoot, startingBlock } = rollupSlots
  const ofPortal = await slotsOf(portal, [registry])
  const registryAddress = addressOf(ofPortal.proof.slots[0]!.value)
  const ofRegistry = await slotsOf(registryAddress, [game, startingRoot])
  const gameWord = ofRegistry.proof.slots[0]!.value
  const evidence = {
    kind: 'op_stack',
    portal: ofPortal.evidence,
    registry: ofRegistry.evidence,
  } as const
  // From Isthmus on the header has it in this field.
  const passerRoot = (header: HeaderFields) => wordOf('withdrawalsRoot', header.withdrawalsRoot)
  if (BigInt(gameWord) === 0n) {
    const [start] = (await slotsOf(registryAddress, [startingBlock])).proof.slots
    return {
      block: BigInt(start!.value),
      evidenceOf: (header) => ({ ...evidence, game: null, messagePasserRoot: passerRoot(header) }),
    }
  }
  const gameAddress = addressOf(gameWord)
  const { proof } = await slotsOf(gameAddress, [])
  const { code } = await below.readCode(gameAddress, { ...block, timestamp: final.timestamp })
  const claim = disputeClaimOf(parseHex(code))
  if (claim === null) throw refusal(`${gameAddress} is not a dispute game`)
  return {
    block: claim.block,
    evidenceOf: (header) => ({
      ...evidence,
      game: { accountProof: proof.accountNodes, code },
      messagePasserRoot: passerRoot(header),
    }),
  }
}

/** `AssertionCreated(bytes32,bytes32,…)` of the rollup contract. Source: OffchainLabs/nitro-contracts, IRollupCore. */
const assertionCreated: Hex = '0x901c3aee23cf4478825462caaab375c606ab83516060388344f0650340753630'

async function readAssertion(
  below: Chain,
  final: FinalHeader,
  rollup: Address,
): Promise<ConfirmedBlock> {
  const block = { ...final.block, timestamp: final.timestamp }
  const proof = await below.readProof({
    address: rollup,
    slots: [rollupSlots.latestConfirmed],
    block,
  })
  const assertion = proof.slots[0]!.value
  const evidence = { accountProof: proof.accountNodes, storageProofs: [proof.slots[0]!.nodes] }
  const filter = {
    address: rollup,
    topics: [assertionCreated, assertion],
    fromBlock: '0x0',
    toBlock: `0x${block.number.toString(16)}`,
  }
  const [answer] = await below.rpc.ask([{ method: 'eth_getLogs', params: [filter] }])
  if (answer?.ok !== true) throw refusal(`the node refused the log of assertion ${assertion}`)
  const { data, parent } = assertionLogOf(answer.value, assertion)
  const word = (index: number): Hex => `0x${data.slice(2 + index * 64, 66 + index * 64)}`
  // Seven words of the state before it, six of the state before, then the state after.
  const evidenceOf = () => ({
    kind: 'arbitrum' as const,
    rollup: evidence,
    parentAssertion: parent,
    sendRoot: word(14),
    batch: BigInt(word(15)),
    positionInBatch: BigInt(word(16)),
    machineStatus: BigInt(word(17)),
    endHistoryRoot: word(18),
    inboxAccumulator: word(19),
  })
  return { block: word(13), evidenceOf }
}

/** Reads the one log of an assertion, as a node gives it: twenty words at least, and the assertion before it. */
function assertionLogOf(
  value: unknown,
  assertion: Hex,
): { readonly data: string; readonly parent: Hex } {
  const [log] = Array.isArray(value) ? value : []
  const { data, topics } = (log ?? {}) as { readonly data?: unknown; readonly topics?: unknown }
  const isWhole = typeof data === 'string' && /^0x(?:[0-9a-fA-F]{64}){20,64}$/.test(data)
  if (!isWhole || !Array.isArray(topics)) {
    throw refusal(`the node has no whole log of assertion ${assertion}`)
  }
  return { data, parent: wordOf('the assertion before it', topics[2]) }
}

function wordOf(name: string, value: unknown): Hex {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)) return value as Hex
  throw refusal(`the node gave no word as ${name}`)
}

function addressOf(word: Hex): Address {
  return `0x${word.slice(26)}`
}

function refusal(reason: string): FinalityError {
  return new FinalityError('rollup_differs', reason)
}
