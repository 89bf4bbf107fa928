import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { Simulation } from '@vaultwright/outcome'
import { checkTerms, nothingStated, type PacketRoot } from '@vaultwright/packet'
import type { Witness } from '@vaultwright/proof'
import type { SimulationPage } from '@vaultwright/wire'
import type { ActingStrategist } from '../built/build-trees.ts'
import { checkProof } from '../simulation/check-proof.ts'
import { type AnswerReason, reasonOf } from '../verdict/verdict.ts'
import type { SavedRequest } from './request.ts'

/** The root of a strategist at a Manager, as a proof or a node says it. */
export type RootInForce = {
  readonly root: Hex
  readonly manager: Address
  readonly strategist: Address
  /** Null where the proof does not name it. */
  readonly chainId: number | null
  /** The vault that the Manager acts for, as a node says it; null where none was asked. */
  readonly vault: Address | null
  /** The block whose hash the root follows from; null where it is a node's word. */
  readonly block: PacketRoot['block']
}

/** The witness of a simulation, and its run from the hash of a block. */
export type WitnessRun = {
  readonly witness: Witness
  readonly replay:
    | { readonly ok: true; readonly simulation: Simulation; readonly unknowable: readonly string[] }
    | { readonly ok: false; readonly message: string }
}

const no = (message: string) => reasonOf('no', 'not_followed', message)
const stated = (message: string) => reasonOf('note', 'stated', message)

/** Says whether the root of the tree is the one in force, and on whose word. */
export function rootReasons(
  rootInForce: RootInForce | undefined,
  { root, manager, vault, chainId }: ActingStrategist,
  request: SavedRequest | null,
): readonly AnswerReason[] {
  const tied = `that ${manager} is the Manager of vault ${vault} is the word of the tree file.`
  if (rootInForce === undefined)
    return [stated(`It holds while ${root} is the root in force; ${tied}`)]
  const { strategist_address: strategist } = request ?? {}
  const { block } = rootInForce
  const isOtherChain =
    rootInForce.chainId !== null && chainId !== null && rootInForce.chainId !== chainId
  const problems = [
    isSameAddress(rootInForce.manager, manager)
      ? null
      : `The root in force is of the Manager ${rootInForce.manager}, and the tree of ${manager}.`,
    strategist === undefined || isSameAddress(rootInForce.strategist, strategist as Address)
      ? null
      : `The root in force is of the strategist ${rootInForce.strategist}, and you asked for ${strategist}.`,
    isOtherChain
      ? `The root in force is of chain ${rootInForce.chainId}, and you asked for chain ${chainId}.`
      : null,
    block === null || block.compared === null || block.compared === block.hash
      ? null
      : `The root in force follows from block ${block.hash}, and you gave ${block.compared}.`,
    rootInForce.root === root
      ? null
      : `The root in force is ${rootInForce.root}, and the tree has ${root}: the Manager would refuse every call.`,
  ].filter((problem) => problem !== null)
  return [
    ...problems.map(no),
    ...(strategist === undefined
      ? [
          reasonOf(
            'open',
            'not_given',
            'Give a request with the `strategist_address`: without it the strategist of this root is unknown.',
          ),
        ]
      : []),
    ...(problems.length > 0 ? [] : [stated(forceText(rootInForce))]),
    ...(rootInForce.vault === null ? [stated(`T${tied.slice(1)}`)] : []),
  ]
}

function forceText({ root, block }: RootInForce): string {
  if (block === null) return `A node says that ${root} is the root in force: it gave no proof.`
  return block.compared === null
    ? `${root} is the root in force in block ${block.hash}, as follows from that hash: compare it with another source.`
    : `${root} is the root in force in block ${block.hash}, as follows from that hash.`
}

/** Holds what the engines saw against the run of the witness. */
export function runReasons(
  record: SimulationPage,
  run: WitnessRun | undefined,
): readonly AnswerReason[] {
  if (run === undefined) {
    return [
      stated(
        'What the engines saw is the word of the service: `simulate --replay` runs its witness again.',
      ),
    ]
  }
  const { witness, replay } = run
  if (!replay.ok) return [no(`The witness does not run again: ${replay.message}`)]
  const { simulation, unknowable } = replay
  const { chainId, request } = witness
  const { foreign, contradictions } = checkProof(record, { chainId, request, simulation })
  const vault = record.vault_address as Address
  const problems = [...foreign, ...contradictions]
  return [
    ...problems.map(no),
    ...checkTerms(witness, { ...nothingStated, vault }).map(termReason),
    ...(unknowable.length === 0
      ? []
      : [
          reasonOf(
            'open',
            'chain_decides',
            `The transaction reads ${unknowable.join(', ')} of its own block, which is unknown before the block is made.`,
          ),
        ]),
    ...(problems.length > 0
      ? []
      : [
          stated(
            `Outcome, gas, balances, transfers and approvals follow from block ${simulation.block.hash}; names, decimals and dollars are the word of the service.`,
          ),
        ]),
  ]
}

function termReason({ weight, message }: ReturnType<typeof checkTerms>[number]): AnswerReason {
  if (weight === 'note') return stated(message)
  return weight === 'no' ? no(message) : reasonOf('open', 'chain_decides', message)
}
