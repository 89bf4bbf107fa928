import { type Address, type Hex, parseHexOf } from '@vaultwright/base'
import { type CalldataVerdict, verifyCalldata } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { managerBatchIn, type SignedAround } from '@vaultwright/operations'
import { describeBatch } from '@vaultwright/packet'
import { type CallContext, ruleBook } from '@vaultwright/protocols'
import { defineCommand, filledBy, flag, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { type NamingOptions, namingOptions, readNaming } from '../../input/naming.ts'
import { isNodeWanted, nodeOptions } from '../../input/node-option.ts'
import {
  type Acceptance,
  conditionalOption,
  isYes,
  type OnChainOptions,
  readPermission,
  type VerifiedPermission,
  verifyOnChain,
} from '../../input/permission.ts'
import { insideOption, readManagerInput } from '../../input/signed.ts'
import { vaultJsonOf } from '../../print/call.ts'
import {
  expectOption,
  type PrintedExpectation,
  readExpectation,
  signedOf,
} from '../../print/expected.ts'
import { onChainJsonOf, printOnChain } from '../../print/on-chain.ts'
import { aroundJsonOf, callsBeside, printAround, printBeside } from '../../print/signed.ts'
import {
  type PrintedTotals,
  printedSignedTotals,
  printedTotals,
  summaryOption,
} from '../../print/total.ts'
import { printVerdicts, verdictJsonOf } from '../../print/verdict.ts'
import type { Answer, Context, Json } from '../../terminal/context.ts'
import { type WarningTarget, writeWarning } from '../../terminal/warning.ts'
import { madeForOf, printMadeFor } from './made-for.ts'

export const command = defineCommand({
  name: 'calldata verify',
  summary: 'Check call by call whether the Manager would let calldata through',
  describe:
    'Checks call by call whether the Manager would let calldata through: leaf, value flag, decoder, arguments, drone and proof, calls inside flash loans against the own root of the Manager. The answer is yes when every call is proven; a call is conditional if its decoder reads the chain, or if decoders of other versions pack it otherwise: the answer then names the condition, and --strict treats it as refused. With --evidence one document is checked from itself alone, without a tree; what it cannot prove offline is not accepted, and whether its root is the one on chain only --rpc-url tells. With --rpc-url the roots, the pause, the roles, the code and the answers of the decoders are those of the chain at one block, which is named.',
  positionals: {
    calldata: {
      optional: true,
      describe:
        'Calldata of the Manager, or what people sign around it (see calldata decode): hex or JSON, @file, or - for standard input; with --evidence it may be left out',
    },
  },
  options: {
    tree: filledBy(text('The tree of the strategist', 'file'), 'tree', {
      unless: ['root', 'evidence'],
    }),
    root: text(
      'The root of the strategist on chain; alone it is enough where the decoders are known',
      'hex',
    ),
    'manager-tree': text(
      'The tree of the own root of the Manager, for calls inside flash loans',
      'file',
    ),
    'manager-root': text(
      'That root on chain; without either the tree and root of the strategist are assumed',
      'hex',
    ),
    manager: text('The Manager; default: as the tree states', 'address'),
    evidence: text(
      'Evidence in place of trees: leaves, proofs and calls in one JSON document; --root, --manager and the calldata must be those in it where they are given',
      'file',
    ),
    reads: text('JSON object of values read from the chain', 'file'),
    priced: list(
      'A decoder that binds the price of swaps to two feeds (Priced…Decoder), whose calls are conditional offline; may be repeated',
      'address',
    ),
    ...insideOption,
    ...expectOption,
    ...summaryOption,
    ...namingOptions,
    ...nodeOptions,
    strategist: text(
      'With --rpc-url: who sends the calldata, whose root on chain decides; default: the Safe or timelock around the calldata',
      'address',
    ),
    ...conditionalOption,
    strict: flag(
      'Treats conditional calls as refused, and calls beside the batch that no Manager checks; bytes after the arguments are shown and change no answer',
    ),
  },
  examples: [
    ['calldata verify @call.hex --tree tree.json', 'Would every call be permitted?'],
    ['calldata verify 0x244b0f6a… --root 0x…', 'Against a bare root'],
    ['calldata verify @call.hex --tree tree.json --strict', 'Is it proven without a condition?'],
    [
      'calldata verify @call.hex --tree tree.json --expect request.json --summary',
      'Is it what its sender says, and what moves in all?',
    ],
    [
      'calldata verify @call.hex --tree tree.json --strategist 0x… --rpc-url http://127.0.0.1:8545',
      'Against the roots and decoders on chain',
    ],
    ['calldata verify --evidence evidence.json --root 0x…', 'Does a document prove its calldata?'],
    ['calldata verify - --tree tree.json --json < call.hex', 'The verdicts for a program'],
  ],
  run: async (args, context) => {
    const { evidence } = args
    if (evidence !== undefined) {
      const { answerByEvidence } = await import('./evidence.ts')
      return answerByEvidence({ ...args, evidence }, context)
    }
    const calldata = assertCalldata(args.calldata)
    if (isNodeWanted(args)) {
      return answerOnChain({ ...args, calldata }, context)
    }
    if (args.strategist !== undefined) {
      throw new UsageError('--strategist needs a node. Give --rpc-url as well, or leave it out.')
    }
    const permission = await readPermission(args, context)
    const { inside } = args
    const { manager } = permission.options
    const { data, around } = await readManagerInput(calldata, { manager, inside }, context)
    const verdict = verifyCalldata(data, permission.options)
    const { vault, file } = permission
    const named = { chainId: null, vault, vaultFrom: 'tree', file }
    const naming = await readNaming(args, named, context)
    const descriptions = describeBatch(data, naming, { manager: manager ?? null, verdict })
    const input = { data, around, manager: manager ?? null }
    const totals = await totalsOfInput(input, naming)
    const calls = signedOf(input, input.manager)
    const sender = around?.sender ?? null
    const expected = await readExpectation(args.expect, { calls, sender, naming }, context)
    const ok = isYes(verdict.verdict, args) && isAlone(around, args.strict) && isMet(expected, args)
    const batchMadeFor = madeForOf(data, verdict, permission.options)
    const source = permission.options.root === undefined ? 'tree' : 'option'
    const madeFor = batchMadeFor === null ? null : ({ ...batchMadeFor, source } as const)
    warnAssumedRoot(verdict, permission, { context, quiet: args.quiet })
    const { summary } = args
    return {
      json: () => {
        const head = { ok, verdict: verdict.verdict, totals: totals.json, expected: expected.json }
        if (summary) return head as Json
        return {
          ...verdictJsonOf(verdict, descriptions),
          ...head,
          ...vaultJsonOf(naming),
          managerRootAssumed: permission.isRootAssumed,
          madeFor,
          ...aroundJsonOf(around),
        } as Json
      },
      text: function* (style) {
        yield* printAround(around, style)
        yield* printMadeFor(madeFor, style)
        yield* expected.print(style)
        const print = { style, strict: args.strict, summary, printTotals: totals.print }
        yield* printVerdicts(verdict, { ...print, descriptions, naming })
        yield* printBeside(around, style)
      },
      exit: () => (ok ? 0 : 1),
    }
  },
})

/** Code that is not known may do anything, whatever a Manager lets through; other calls may with --strict not. */
function isAlone(around: SignedAround | null, strict: boolean): boolean {
  const { count, isForeignCode } = callsBeside(around)
  return !isForeignCode && (count === 0 || !strict)
}

/** A value that could not be compared with the request is a condition. */
function isMet({ answer }: PrintedExpectation, { strict, ...options }: Acceptance): boolean {
  return answer === 'yes' || (answer === 'open' && options['allow-conditional'] && !strict)
}

/** The totals of a batch, and of every call beside it. */
function totalsOfInput(
  {
    data,
    around,
    manager,
  }: {
    readonly data: Hex
    readonly around: SignedAround | null
    readonly manager: Address | null
  },
  naming: CallContext,
): Promise<PrintedTotals> {
  return around === null
    ? printedTotals({ calldata: data, manager }, naming)
    : printedSignedTotals(around.call, naming)
}

function assertCalldata(word: string | undefined): string {
  if (word !== undefined) return word
  throw new UsageError('There is no calldata to verify. Give it, or --evidence.')
}

/** Says that the Manager's own root was taken to be the strategist's, where that mattered. */
function warnAssumedRoot(
  verdict: CalldataVerdict,
  { isRootAssumed }: VerifiedPermission,
  log: WarningTarget,
): void {
  if (!isRootAssumed || !verdict.calls.some(({ path }) => path.length > 1)) return
  writeWarning(
    "Calls inside flash loans were checked as if the Manager's own root were the strategist's. Give --manager-root or --manager-tree where it is another.",
    log,
  )
}

export async function answerOnChain(
  options: OnChainOptions &
    NamingOptions &
    Acceptance & {
      readonly calldata: string
      readonly inside: string | undefined
      readonly expect?: string | undefined
      readonly summary?: boolean
    },
  context: Context,
): Promise<Answer> {
  const { strict, inside, summary = false } = options
  const words = { manager: null, inside }
  const { data, around } = await readManagerInput(options.calldata, words, context)
  const strategist = options.strategist ?? around?.sender ?? undefined
  const onChain = await verifyOnChain(data, { ...options, strategist }, context)
  const { manager, vault } = onChain.reading
  if (around !== null) managerBatchIn(around.call, { path: around.path, manager })
  const { chainId, file, units, drones } = onChain
  const naming = await readNaming(options, { chainId, vault, file, units, drones }, context)
  const descriptions = describeBatch(data, naming, { manager, verdict: onChain.verdict })
  const totals = await totalsOfInput({ data, around, manager }, naming)
  const signed = { calls: signedOf({ data, around }, manager), naming }
  const sender = strategist === undefined ? null : parseAddress(strategist)
  const expected = await readExpectation(options.expect, { ...signed, sender }, context)
  const ok =
    isYes(onChain.verdict.verdict, options) && isAlone(around, strict) && isMet(expected, options)
  const root = parseHexOf(onChain.reading.root.root, 32)
  const batchMadeFor = madeForOf(data, onChain.verdict, { rules: ruleBook, root, manager })
  const madeFor = batchMadeFor === null ? null : ({ ...batchMadeFor, source: 'chain' } as const)
  return {
    json: () => {
      const { verdict } = onChain.verdict
      const head = { ok, verdict, totals: totals.json, expected: expected.json }
      if (summary) return head as Json
      return {
        ...verdictJsonOf(onChain.verdict, descriptions),
        ...head,
        ...vaultJsonOf({ ...naming, vaultFrom: 'chain' }),
        managerRootAssumed: false,
        madeFor,
        onChain: onChainJsonOf(onChain),
        ...aroundJsonOf(around),
      } as Json
    },
    text: function* (style) {
      yield* printAround(around, style)
      yield* printMadeFor(madeFor, style)
      yield* expected.print(style)
      const print = { style, strict, summary, printTotals: totals.print }
      yield* textOf(onChain, { ...print, descriptions, naming })
      yield* printBeside(around, style)
    },
    exit: () => (ok ? 0 : 1),
  }
}

function* textOf(
  onChain: Awaited<ReturnType<typeof verifyOnChain>>,
  settings: Parameters<typeof printVerdicts>[1],
): Iterable<string> {
  yield* printOnChain(onChain, settings.style)
  yield* printVerdicts(onChain.verdict, settings)
}
