import type { Address, Hex } from '@vaultwright/base'
import type { ProvenSimulation, RestsOn, Simulation } from '@vaultwright/outcome'
import { matchWitness } from '@vaultwright/packet'
import type { SimulationPage, SimulationPageRun } from '@vaultwright/wire'

/** A simulation that was run again here. */
export type ReplayedWitness = Omit<ProvenSimulation, 'witness'> & {
  readonly chainId: number
  /** The rules of the EVM, in lower case. */
  readonly hardfork: string
  /** The hash that the file names: a label. */
  readonly labelHash: Hex
  readonly request: ProvenSimulation['witness']['request']
  readonly rests: RestsOn
  /** Trie nodes and codes of the file, and its bytes. */
  readonly counts: { readonly nodes: number; readonly codes: number; readonly bytes: number }
  /** The simulation as a file: byte for byte what Node prints. */
  readonly printed: string
}

/** The transaction of a witness, and what its run gave. */
type WitnessReplay = Pick<ReplayedWitness, 'chainId' | 'request' | 'simulation'>

/** The part of a record that follows from its block's hash, when its witness was run again here. */
export type ProofCheck = {
  /** The differences of the witness's transaction or block from the record's; empty for its own. */
  readonly foreign: readonly string[]
  /** The statements of an engine that differ from the replay. */
  readonly contradictions: readonly string[]
}

/** Holds a record of the server against the replay of its witness: base units, to the unit of gas. */
export function checkProof(page: SimulationPage, replay: WitnessReplay): ProofCheck {
  const match = matchWitness(
    {
      chainId: page.chain_id,
      from: page.strategist_address as Address,
      to: page.target as Address,
      data: page.encoded_tx_data as Hex,
      value: BigInt(page.value ?? '0'),
    },
    replay,
  )
  const { block } = replay.simulation
  const foreign = [
    ...(match.ok ? [] : match.differences.map(({ message }) => message)),
    ...(page.block.hash.toLowerCase() === block.hash
      ? []
      : [`block: the witness is of block ${block.hash}, and the record of ${page.block.hash}.`]),
    ...(page.block.number === String(block.number)
      ? []
      : [
          `block: the witness is of block ${block.number}, and the record of ${page.block.number}.`,
        ]),
  ]
  const isSuccess = replay.simulation.outcome.status === 'success'
  const contradictions = [
    ...((page.status === true) === isSuccess
      ? []
      : ['outcome: what the record states does not follow.']),
    ...page.seen.flatMap((run) => contradictionsOf(run, replay.simulation)),
  ]
  return { foreign, contradictions }
}

function contradictionsOf(run: SimulationPageRun, simulation: Simulation): readonly string[] {
  const isSuccess = simulation.outcome.status === 'success'
  const differ = (what: string) => `${what}: what the ${run.engine} stated does not follow.`
  if ((run.status === true) !== isSuccess) return [differ('outcome')]
  const parts = [
    ['gas', run.gas_used, String(simulation.gasUsed)],
    ...(isSuccess
      ? [
          [
            'balances',
            lines(run.balances.map(balanceOfRun)),
            lines(simulation.balances.map(balanceLine)),
          ],
          [
            'transfers',
            lines(run.transfers.map(transferOfRun)),
            lines(simulation.transfers.map(transferLine)),
          ],
          [
            'approvals',
            lines(run.approvals.map(approvalOfRun)),
            lines(simulation.approvals.map(approvalLine)),
          ],
        ]
      : []),
  ] as const
  return parts.flatMap(([name, stated, replayed]) => (stated === replayed ? [] : [differ(name!)]))
}

type Lines = readonly (string | boolean | bigint | null)[]

/** The same entries in any order are the same text. */
function lines(entries: readonly Lines[]): string {
  return entries
    .map((entry) => entry.map((part) => String(part).toLowerCase()).join(' '))
    .sort()
    .join('\n')
}

type RunBalance = SimulationPageRun['balances'][number]
type RunTransfer = SimulationPageRun['transfers'][number]
type RunApproval = SimulationPageRun['approvals'][number]

const balanceOfRun = (one: RunBalance): Lines => [
  one.token_address,
  one.holder,
  one.raw_before,
  one.raw_after,
]
const balanceLine = (one: Simulation['balances'][number]): Lines => [
  one.token,
  one.holder,
  one.before,
  one.after,
]
const transferOfRun = (one: RunTransfer): Lines => [
  one.standard,
  one.token_address,
  one.from,
  one.to,
  one.raw_amount,
  one.id,
]
const transferLine = (one: Simulation['transfers'][number]): Lines => [
  one.standard,
  one.token,
  one.from,
  one.to,
  one.amount,
  one.id,
]
const approvalOfRun = (one: RunApproval): Lines => [
  one.standard,
  one.token_address,
  one.owner,
  one.spender,
  one.raw_amount,
  one.is_unlimited,
]
const approvalLine = (one: Simulation['approvals'][number]): Lines => [
  one.standard,
  one.token,
  one.owner,
  one.spender,
  one.amount,
  one.isUnlimited,
]
