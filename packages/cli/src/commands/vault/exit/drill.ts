import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { fetchFacts } from '@vaultwright/builder'
import { type Chain, readQueue, readSolver } from '@vaultwright/chain'
import { rootHolderOf } from '@vaultwright/definition'
import { parseAddress } from '@vaultwright/merkle'
import { type DrillDemand, printExitWitness, runExitDrill } from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import { tellerAbi } from '@vaultwright/registry'
import { encodeFunctionData, parseAbi } from 'viem'
import { type ArgumentsOf, defineCommand } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { onChain } from '../../../input/node.ts'
import { blockTagOf } from '../../../input/node-option.ts'
import {
  type ActionTree,
  chainAsked,
  nodeOptionsOf,
  readActionTree,
} from '../../../input/strategist-tree.ts'
import type { Context } from '../../../terminal/context.ts'
import { writeFileWhole } from '../../../terminal/output-file.ts'
import { drillOptions, parseShocks, readAmountsOf } from './drill-input.ts'
import { type DrillView, drillJsonOf, isAllPaid, printDrill } from './drill-print.ts'
import { printPacket } from './packet.ts'

export const command = defineCommand({
  name: 'exit drill',
  summary: 'Drill an exit: how much is paid, when, by which calls, and what stops it',
  describe:
    'Executes the exit of users step by step on state that is proven from the hash of a block: positions are left within the leaves of a tree for what idle cash lacks, to the unit, and then the solver pays the requests. Each step is in a block of its own. Where a call is refused, the most that succeeds is found and the refusing call is named; a position without a leaf is named with the leaf that is missing. Nothing is sent. --shock changes the state first: the answer then says what if, and proves nothing. Exit 0 if all that is asked for is paid, 1 if not.',
  positionals: {},
  options: drillOptions,
  examples: [
    [
      'exit drill --tree tree.json --from 0x… --queue 0x… --teller 0x… --solver 0x… --chain mainnet',
      'Are the matured requests paid, and by which calls?',
    ],
    [
      'exit drill --definition vault.yaml --strategist main --queue 0x… --teller 0x… --solver 0x… --demand all_requests --packet packet.json --chain mainnet',
      'All requests, and the calls as Safe batches',
    ],
    [
      'exit drill --tree tree.json --from 0x… --queue 0x… --teller 0x… --solver 0x… --shock feed:0x…=-20% --chain mainnet',
      'What if a price falls?',
    ],
  ],
  run: async (args, context) => answerDrill(args, context),
})

type DrillArguments = ArgumentsOf<typeof drillOptions>

async function answerDrill(args: DrillArguments, context: Context) {
  const { teller, solver } = args
  if (teller === undefined || solver === undefined) {
    const missing = teller === undefined ? 'teller' : 'solver'
    throw new UsageError(`Give --${missing}: it pays what is asked for.`, { option: missing })
  }
  const hash = blockHashIn(args)
  if (args.amount.length > 0 && args.demand !== undefined)
    throw new UsageError('Give --demand or --amount, not both.', { option: 'amount' })
  const actionTree = await readActionTree(args.tree, args, context)
  const strategist = strategistOf(args, actionTree)
  const nodeOptions = nodeOptionsOf(args, chainAsked(actionTree, args))
  const view = await onChain(nodeOptions, context, async (chain): Promise<DrillView> => {
    const block = await chain.readBlock(blockTagOf(hash ?? args.block, 'block-hash'))
    const accounts = { teller: parseAddress(teller), solver: parseAddress(solver) }
    const accountant = await readAccountantOf(chain, accounts.teller, block)
    const { shocks, delaySeconds } = parseShocks(args.shock, accountant)
    const demand = await readDemand(chain, { args, actionTree, accountant, block })
    const contract = await readSolver(chain, accounts.solver, block)
    const sender = args.sender === undefined ? contract.owner : parseAddress(args.sender)
    if (sender === null)
      throw new UsageError(`The solver ${solver} names no owner. Give --sender.`, {
        option: 'sender',
      })
    const { tree, vault, manager, drones } = actionTree
    const reads = (calls: Parameters<Chain['readCalls']>[0]) => chain.readCalls(calls, block)
    const bare = { tree, vault, manager, drones, chainId: chain.id, reads }
    const knownFacts = await fetchFacts({ ...bare, knownFacts: actionTree.knownFactsAt(chain.id) })
    const run = await runExitDrill(chain, {
      block,
      clock: { stepSeconds: stepSecondsOf(args), delaySeconds },
      shocks,
      request: {
        tree: { tree, vault, manager, drones, knownFacts },
        strategist,
        payer: { vault, teller: accounts.teller, solver: contract, sender },
        accountant,
        demand,
        unwinding: args.unwinding ?? 'steps',
      },
    })
    return { ...run, isHashGiven: hash !== undefined }
  })
  if (args.witness !== undefined)
    await writeFileWhole(args.witness, [printExitWitness(view.witness)], context)
  if (args.packet !== undefined)
    await writeFileWhole(args.packet, [printPacket(view, context.now())], context)
  return {
    json: () => drillJsonOf(view),
    text: (style: Parameters<typeof printDrill>[1]) => printDrill(view, style),
    exit: () => (isAllPaid(view) ? (0 as const) : (1 as const)),
  }
}

function blockHashIn(args: DrillArguments): Hex | undefined {
  const hash = args['block-hash']
  if (hash === undefined) return undefined
  if (args.block !== undefined) throw new UsageError('Give --block or --block-hash, not both.')
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash)) {
    throw new UsageError(
      `--block-hash cannot be ${JSON.stringify(hash)}. Give a hash of 32 bytes.`,
      { option: 'block-hash', value: hash },
    )
  }
  return hash as Hex
}

function stepSecondsOf(args: DrillArguments): bigint {
  const seconds = args['step-seconds'] ?? 12
  if (seconds === 0)
    throw new UsageError('--step-seconds cannot be 0: every step is in a later block.', {
      option: 'step-seconds',
    })
  return BigInt(seconds)
}

function strategistOf(args: DrillArguments, { definedChain, strategist }: ActionTree): Address {
  if (args.from !== undefined) return parseAddress(args.from)
  const holder =
    definedChain === null || strategist === null ? null : rootHolderOf(definedChain, strategist)
  if (holder !== null) return holder
  throw new UsageError(
    'The strategist that unwinds is not known. Give --from, or --definition with --strategist.',
    { option: 'from' },
  )
}

async function readAccountantOf(chain: Chain, teller: Address, block: BlockRef): Promise<Address> {
  const data = encodeFunctionData({ abi: tellerAbi, functionName: 'accountant' })
  const [answer] = await chain.readCalls([{ to: teller, data }], block)
  if (answer?.ok !== true || answer.data.length !== 66)
    throw new UsageError(`${teller} names no accountant. Give the teller of the vault.`, {
      option: 'teller',
      value: teller,
    })
  return parseAddress(`0x${answer.data.slice(26)}`)
}

type DemandSource = {
  readonly args: DrillArguments
  readonly actionTree: ActionTree
  readonly accountant: Address
  readonly block: BlockRef
}

const baseAbi = parseAbi(['function base() view returns (address)'])

async function readDemand(
  chain: Chain,
  { args, actionTree, accountant, block }: DemandSource,
): Promise<DrillDemand> {
  if (args.amount.length > 0)
    return { kind: 'amounts', amounts: await readAmountsOf(chain, args.amount, block) }
  const kind = args.demand ?? 'matured'
  if (kind === 'all_supply') {
    const data = encodeFunctionData({ abi: baseAbi, functionName: 'base' })
    const [answer] = await chain.readCalls([{ to: accountant, data }], block)
    if (answer?.ok !== true || answer.data.length !== 66)
      throw new UsageError(`The accountant ${accountant} names no base asset. Give --amount.`)
    return { kind, asset: parseAddress(`0x${answer.data.slice(26)}`) }
  }
  if (args.queue === undefined)
    throw new UsageError('Give --queue: its requests are what is asked for.', { option: 'queue' })
  const fromBlock = args['from-block']
  const reading = await readQueue(chain, {
    address: parseAddress(args.queue),
    vault: actionTree.vault,
    block,
    proves: args['block-hash'] !== undefined,
    ...(fromBlock !== undefined && { fromBlock: BigInt(fromBlock) }),
  })
  if (reading.check.state !== 'agrees')
    throw new UsageError(
      'The logs of the queue give other requests than the contract has. See which: vaultwright queue check',
      { option: 'queue' },
    )
  if (!isSameAddress(reading.accountant, accountant))
    throw new UsageError(
      `The queue counts by the accountant ${reading.accountant}, the teller by ${accountant}. Give the teller of the queue.`,
      { option: 'teller' },
    )
  return { kind, queue: reading.queue }
}
