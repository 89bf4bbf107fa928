import type { Address } from '@vaultwright/base'
import { type ProvenOptions, warmHintOf } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import {
  isStated,
  isSuccess,
  replayLimit,
  type SimulationResult,
  simulationsIn,
} from '@vaultwright/operations'
import { replayWitness, type SimulationRequest } from '@vaultwright/outcome'
import { parseWitness } from '@vaultwright/proof'
import {
  type ArgumentsOf,
  choice,
  defineCommand,
  filledBy,
  flag,
  list,
  text,
} from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { chainOfWord } from '../../input/chain.ts'
import { readInput, textOf } from '../../input/input.ts'
import { finalityOptions, isFinalityGiven, neededNodeOptions } from '../../input/node-option.ts'
import { amountAt } from '../../input/shape.ts'
import { insideOption } from '../../input/signed.ts'
import { otherWitness } from '../../print/simulation/replay-terms.ts'
import { namingOf, printSimulated, simulatedJsonOf } from '../../print/simulation/simulated.ts'
import { printedRunTotals, summaryOption, withTotals } from '../../print/total.ts'
import type { Answer, Context } from '../../terminal/context.ts'
import { buildProgress } from '../../terminal/progress.ts'
import { simulateOnNode } from '../../transaction/simulate.ts'
import { blockOfReplay, type ReplayedRun, replaySimulation } from './replay.ts'
import { differenceOf, readCalldata, readRequest } from './request.ts'

const simulateOptions = {
  calls: text('Calls to encode first, as for calldata encode; needs --tree', 'file'),
  tree: filledBy(text('The tree that proves the calls and states the Manager', 'file'), 'tree', {
    unless: ['replay'],
  }),
  'manager-tree': text(
    'The tree of the own root of the Manager, for --calls with flash loans',
    'file',
  ),
  reads: text('Values read from the chain, for --calls', 'file'),
  from: filledBy(
    text(
      'Who sends it: the strategist; default: the Safe or timelock around the calldata',
      'address',
    ),
    'from',
    { unless: ['replay'] },
  ),
  to: text('Account to call; default: the Manager of the tree', 'address'),
  manager: text('The same as --to', 'address'),
  value: text('Its value; default: 0', 'wei'),
  ...neededNodeOptions,
  'fork-rpc-url': list(
    'A node that the fork is made from; else <CHAIN>_FORK_RPC_URL of the environment, else the node itself, which then can deceive both engines',
    'url',
  ),
  engine: choice(
    ['node', 'fork', 'both', 'proven', 'all', 'edr'],
    'The node by eth_simulateV1, a fork of it by Anvil, both, which must agree, this program on state that is proven from the hash of the block, or all three; default: both. For the replay of a witness: edr, Hardhat’s EVM (revm) beside this program, which must agree to the unit of gas; its package is installed apart (@nomicfoundation/edr@0.13.0)',
  ),
  witness: text(
    'With --engine proven or all: write what proves the result, for a replay offline',
    'file',
  ),
  hardfork: choice(
    ['cancun', 'prague', 'osaka'],
    'With --engine proven or all, on a chain of your own machine: the rules that it was started with; default: those that its header shows',
  ),
  'block-hash': text(
    'For the replay of a witness: the hash of its block, from another source than the witness',
    '0x…',
  ),
  ...finalityOptions,
  time: text(
    'For the replay of a witness: the time of the block that the transaction is in, unix seconds; default: one second after the block of the witness',
    'seconds',
  ),
  gas: text('For the replay of a witness: the gas of the transaction; default: 16777216', 'gas'),
  'allow-conditional': flag('Exits 0 although the witness alone states a part of the transaction'),
  times: flag(
    'For the replay of a witness: tries its transaction one second, one hour, one day, 30 days, one year and three years after its block, too',
  ),
  warm: text(
    'With --engine proven or all: an earlier witness. What it read is asked for at once, and nothing else if it is of the same calldata',
    'file',
  ),
  ...insideOption,
  overrides: text(
    'JSON object: by account its balance, nonce, code, state or stateDiff before the transaction',
    'file',
  ),
  vault: text('The vault whose balances are read; default: the vault of the Manager', 'address'),
  watch: list(
    'A token whose balance is shown even when it does not move; may be repeated',
    'token',
  ),
  record: text('Write every answer of node and fork to a file', 'file'),
  replay: text(
    'Run a recording or a witness instead, without node or Anvil: the same answer, byte for byte',
    'file',
  ),
  ...summaryOption,
  strict: flag('Treats warnings as failures'),
}

export const command = defineCommand({
  name: 'simulate',
  summary: 'Simulate calldata on chain, by two engines that must agree',
  describe:
    'Simulates calldata on chain: whether it succeeds or which call reverts and why, what moves, what the vault has before and after, which approvals are left, and what deserves a look. The node and a fork of it both run the transaction; if they differ, the answer is no. The answer is no (exit 1) when it would revert, or when the engines differ.',
  positionals: {
    calldata: {
      optional: true,
      describe:
        'Calldata, or what people sign around calldata of the Manager: hex or JSON, @file, or - for standard input; --calls and --tree in its place',
    },
  },
  options: simulateOptions,
  examples: [
    [
      'simulate @call.hex --tree tree.json --from 0x… --rpc-url http://127.0.0.1:8545',
      'What would it do?',
    ],
    [
      'simulate --calls calls.json --tree tree.json --from 0x… --chain mainnet',
      'Encode and simulate on MAINNET_RPC_URL',
    ],
    [
      'simulate @call.hex --tree tree.json --from 0x… --chain mainnet --fork-rpc-url https://…',
      'With a fork of another server, so that no single one is believed',
    ],
    [
      'simulate @call.hex --to 0x… --from 0x… --chain base --block 30000000 --engine node',
      'On an older block, by the node alone',
    ],
    ['simulate @call.hex --tree tree.json --from 0x… --record run.json', 'Keep every answer'],
    ['simulate --replay run.json', 'The same again, offline'],
    [
      'simulate @call.hex --tree tree.json --from 0x… --chain mainnet --engine all --witness witness.json',
      'Proven from the hash of a block, and compared with the node and its fork',
    ],
    [
      'simulate @call.hex --from 0x… --to 0x… --chain mainnet --replay witness.json --block-hash 0x…',
      'The proof again, offline, of the transaction that you mean: of another one, exit 1',
    ],
    [
      'simulate --chain mainnet --replay witness.json --block-hash 0x…',
      'Which transaction is it of, and what would that do? Exit 1, since the file alone states it',
    ],
    [
      'simulate --chain mainnet --replay witness.json --block-hash 0x… --times',
      'Does it matter when the block is made?',
    ],
    [
      'simulate @call.hex --from 0x… --to 0x… --replay witness.json --finality finality.json --engine edr',
      'By two EVMs of different makers that must agree',
    ],
    [
      'simulate @call.hex --tree tree.json --from 0x… --chain mainnet --engine proven --warm witness.json',
      'Again on the newest block, in two round trips for the state, on a node without traces',
    ],
  ],
  run: (args, context) => answerSimulation(args, context),
})

type SimulateOptions = ArgumentsOf<typeof simulateOptions> & {
  readonly calldata: string | undefined
}

export async function answerSimulation(
  options: SimulateOptions,
  context: Context,
): Promise<Answer> {
  const answer = await simulatedBy(options, context)
  if (answer.kind !== 'result') return otherWitness(answer)
  const { result, times, terms, final = null } = answer
  const { strict, summary, 'allow-conditional': isAllowed } = options
  const isConditional = terms !== null && !isStated(terms) && isSuccess(result)
  const ok = isYes(result, strict) && (!isConditional || isAllowed)
  const totals = await printedRunTotals(result, namingOf(result))
  return {
    json: () => {
      if (summary) return { ok, totals: totals.json }
      return withTotals(simulatedJsonOf(result, { ok, strict, times, terms, final }), totals)
    },
    text: (style) => {
      const print = { style, strict, times, terms, final, summary }
      return printSimulated(result, { ...print, printTotals: totals.print })
    },
    exit: () => (ok ? 0 : 1),
  }
}

async function simulatedBy(options: SimulateOptions, context: Context): Promise<ReplayedRun> {
  const { record, replay, engine, witness } = options
  if (replay === undefined) {
    if (engine === 'edr') throw new UsageError('EDR replays a witness. Give it by --replay.')
    assertProves(options)
    const request = await readRequest(options, context)
    const warm = await readWarm(options.warm, request, context)
    const { hardfork } = options
    const proven = hardfork === undefined ? warm : { ...warm, hardfork }
    const progress = buildProgress(3, context, options.quiet)
    const run = { engine: engine ?? ('both' as const), request, proven }
    const ports = { context, progress, record, witness }
    const result = await simulateOnNode(run, options, ports)
    return { kind: 'result', result, times: null, terms: null }
  }
  if (witness !== undefined)
    throw new UsageError('A replay writes no witness. Leave --witness out.')
  if (record !== undefined) throw new UsageError('A replay records nothing. Leave --record out.')
  const idle = ['calls', 'tree', 'manager-tree', 'reads', 'overrides', 'warm', 'block', 'agreement']
  const fields: Readonly<Record<string, unknown>> = options
  const lists = ['rpc-url', 'fork-rpc-url', 'watch'].filter(
    (name) => (fields[name] as string[]).length > 0,
  )
  const [unread] = [...idle.filter((name) => fields[name] !== undefined), ...lists]
  if (unread !== undefined) {
    throw new UsageError(`A recording has its own ${unread}. Leave --${unread} out, or --replay.`)
  }
  const { calldata, chain, time, gas, vault } = options
  const place = { options, manager: null }
  const input = calldata === undefined ? null : await readCalldata(calldata, place, context)
  const to = accountOf(options.to ?? options.manager, input?.manager)
  const from = accountOf(options.from, input?.sender)
  const stated = {
    engine,
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(options.value === undefined ? {} : { value: amountAt(options.value, '--value') }),
    ...(input === null ? {} : { data: input.data }),
    chainId: chain === undefined ? undefined : chainOfWord(chain, 'chain').id,
    atUnix: time === undefined ? undefined : amountAt(time, '--time'),
    gas: gas === undefined ? undefined : amountAt(gas, '--gas'),
    vault: vault === undefined ? undefined : parseAddress(vault),
  }
  const { final, ...block } = await blockOfReplay(options, stated.chainId, context)
  const run = await replaySimulation(
    replay,
    { ...stated, ...block, isTimed: options.times },
    context,
  )
  return run.kind === 'result' ? { ...run, final } : run
}

/** An account as a person gives it, or as what stands around their calldata names it. */
function accountOf(given: string | undefined, named: Address | null = null): Address | null {
  return given === undefined ? named : parseAddress(given)
}

/** A witness is of proven state; a block's hash is for a replay. */
function assertProves(options: SimulateOptions): void {
  const { engine, witness, warm, hardfork, record, times, time, gas } = options
  const isProven = engine === 'proven' || engine === 'all'
  const proving = { witness, warm, hardfork }
  const idle = (['witness', 'warm', 'hardfork'] as const).find((name) => proving[name])
  if (idle !== undefined && !isProven) {
    throw new UsageError(`--${idle} is for proven state. Add --engine proven or --engine all.`)
  }
  if (warm !== undefined && record !== undefined) {
    throw new UsageError('A recording has every answer of its own. Leave --warm or --record out.')
  }
  if (times) throw new UsageError('--times is for the replay of a witness. Give it by --replay.')
  if (time !== undefined || gas !== undefined) {
    const name = time === undefined ? 'gas' : 'time'
    throw new UsageError(`--${name} is for the replay of a witness. Give it by --replay.`)
  }
  if (isFinalityGiven(options)) {
    throw new UsageError('--finality is for the replay of a witness. Give it by --replay.')
  }
  if (options['block-hash'] !== undefined) {
    throw new UsageError('--block-hash is for the replay of a witness. Name a block with --block.')
  }
}

/** An earlier witness says which state to ask for; of other calldata, a trace is asked, too. */
async function readWarm(
  path: string | undefined,
  request: SimulationRequest,
  context: Context,
): Promise<ProvenOptions> {
  if (path === undefined) return {}
  const witness = parseWitness(textOf(await readInput(path, context), path))
  // Nothing of it is believed: its own label of the block will do.
  const warm = warmHintOf(await replayWitness(witness, witness.blockHash, { limit: replayLimit }))
  const isSame = differenceOf({ data: request.data, to: request.to }, witness.request) === null
  return { warm, hint: isSame ? 'none' : 'list' }
}

/** Two engines that differ never pass; with --strict, neither does a warning. */
function isYes(simulated: SimulationResult, strict: boolean): boolean {
  if (!isSuccess(simulated)) return false
  return !strict || simulationsIn(simulated.answer).every(({ warnings }) => warnings.length === 0)
}
